// EXPECT-FAILURE: Replicas.ReadAnyReplica
// A value kept twice, and clients that must not notice: every read and write has to look as if it happened at one
// instant.
//
// A write changes one replica after the other. Reading from any of them is quick, and wrong: once somebody has seen the
// new value, somebody else may still see the old one. Reading from the one that is written last is right.
#include <heddle/heddle.h>

#include <string>

using namespace heddle;

using Value = models::Register<int>;  // what it should look like: read, write, compare and swap
using Replicas = Table<std::string, int>;

void two_readers(bool any_replica) {
  const Replicas replicas{"replicas"};
  replicas.insert({{"a", 0}, {"b", 0}});

  const CallHistory<Value> history{"value"};
  history.expect_linearizable();  // of all calls, when the trial is over

  spawn("writer", [=] {
    history.call(Value::Write{1}, [&] {
      replicas.insert("a", 1);
      replicas.insert("b", 1);
    });
  });
  for (const std::string nearest : {"a", "b"})
    spawn("reader at " + nearest,
          [=] { history.call(Value::Read{}, [&] { return *replicas.lookup(any_replica ? nearest : "b"); }); });
}

HEDDLE_TEST(Replicas, ReadAnyReplica) { two_readers(true); }

HEDDLE_TEST(Replicas, ReadTheLastOne) { two_readers(false); }
