#include "heddle/actor/table.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using Numbers = Table<std::string, int>;

struct Go {};

std::string text_of(const std::vector<Numbers::Row>& rows) {
  std::string text;
  for (const auto& [key, value] : rows) text += fmt::format("{}={} ", key, value);
  return text;
}

// --- what the operations do ---

TEST(Table, OneKey) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              check(!t.lookup("a") && !t.member("a") && !t.erase("a") && !t.take("a"), "an empty table has something");
              t.insert("a", 1);
              t.insert("a", 2);
              check(!t.insert_new("a", 3) && t.insert_new("b", 4), "insert_new");
              check(t.update_counter("b", 5) == 9, "update_counter");
              check(t.update_counter("c", 5, 100) == 105, "update_counter from an initial value");
              check(t.compare_and_swap("c", 105, 6) && !t.compare_and_swap("c", 105, 7), "compare_and_swap");
              check(!t.compare_and_swap("z", 0, 1), "compare_and_swap of nothing");
              check(t.update("b", [](int& n) { n *= 2; }) == 18, "update in place");
              check(t.update("b", [](int n) { return n + 1; }) == 19, "update by value");
              check(!t.update("z", [](int& n) { ++n; }), "update of nothing");
              said = text_of(t.rows()) + std::to_string(t.size());
              check(t.take("a") == 2 && t.erase("b"), "take, erase");
              said += " " + text_of(t.rows());
            }),
            Texts{"a=2 b=19 c=6 3 c=6 "});
}

TEST(Table, UpdateOfNoKeyThrows) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Numbers t{"t"};
              try {
                t.update_counter("a", 1);
              } catch (const NoSuchKey& e) {
                said = e.what();
              }
            }).text(),
            "there is no t[a]");
}

TEST(Table, SeveralKeys) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              t.insert({{"a", 1}, {"b", 2}, {"a", 3}});
              check(!t.insert_new({{"c", 1}, {"a", 9}}), "insert_new of a taken key");
              check(t.insert_new({{"c", 4}, {"d", 5}}), "insert_new");
              said = text_of(t.rows());
              check(t.erase_if([](const std::string&, int n) { return n % 2 == 1; }) == 2, "erase_if");
              said += "| " + text_of(t.rows());
              t.clear();
              said += "| " + std::to_string(t.size());
            }),
            Texts{"a=3 b=2 c=4 d=5 | b=2 c=4 | 0"});
}

TEST(Table, WholeTable) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              t.insert({{"b", 2}, {"a", 1}, {"c", 3}});
              said = std::to_string(t.fold(0, [](int sum, const std::string&, int n) { return sum + n; }));
              said += " " + text_of(t.match([](const std::string& k, int) { return k != "b"; }));
              for (auto key = t.first(); key; key = t.next(*key)) said += *key;
              said += t.next("bb").value_or("?") + t.next("c").value_or("-");
            }),
            Texts{"6 a=1 c=3 abcc-"});
}

TEST(Table, UnorderedHasAnOrderOfItsOwn) {
  const auto keys = [](std::vector<int> order) {
    return run_once([order](std::string& said) {
             const Table<int, int> t{"t", {.kind = TableKind::unordered}};
             for (int n : order) t.insert(n, n);
             for (auto key = t.first(); key; key = t.next(*key)) said += std::to_string(*key) + " ";
             check(t.rows().size() == 6, "rows");
           }).text();
  };
  EXPECT_EQ(keys({1, 2, 3, 4, 5, 6}), keys({6, 4, 2, 5, 3, 1}));
  EXPECT_NE(keys({1, 2, 3, 4, 5, 6}), "1 2 3 4 5 6 ");
}

TEST(Table, KeysAndValuesMayBeStructs) {
  struct Key {
    int a;
    std::string b;
    auto operator<=>(const Key&) const = default;
  };
  struct Value {
    std::vector<int> list;
  };
  const Ran ran = run_once(
      [](std::string& said) {
        const Table<Key, Value> t{"t"};
        t.insert(Key{1, "x"}, Value{{1, 2}});
        said = std::to_string(t.lookup(Key{1, "x"})->list.size());
      },
      1, {.observe = true});
  EXPECT_EQ(ran.text(), "2");
  EXPECT_NE(ran.story.find("test insert [t[Key{1, x}]] t[Key{1, x}] = Value{[1, 2]}"), std::string::npos) << ran.story;
}

// --- concurrency ---

TEST(Table, ReadThenWriteLosesUpdates) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              t.insert("n", 0);
              for (int i = 0; i < 2; ++i) spawn_monitor("adder", [t] { t.insert("n", *t.lookup("n") + 1); });
              for (int i = 0; i < 2; ++i) receive<Down>();
              said = std::to_string(*t.lookup("n"));
            }),
            (Texts{"1", "2"}));
}

TEST(Table, UpdateCounterDoesNot) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              t.insert("n", 0);
              for (int i = 0; i < 3; ++i) spawn_monitor("adder", [t] { t.update_counter("n", 1); });
              for (int i = 0; i < 3; ++i) receive<Down>();
              said = std::to_string(*t.lookup("n"));
            }),
            Texts{"3"});
}

TEST(Table, SeveralKeysAreChangedAtOnce) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              t.insert({{"a", 0}, {"b", 0}});
              spawn("writer", [t] { t.insert({{"a", 1}, {"b", 1}}); });
              said = text_of(t.rows());
            }),
            (Texts{"a=0 b=0 ", "a=1 b=1 "}));
}

// --- owner and heir ---

TEST(TableLife, GoesWithItsOwner) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn_monitor("owner", [=] {
                const Numbers t{"t"};
                t.insert("a", 1);
                send(test, t);
              });
              const Numbers t = receive<Numbers>();
              try {
                said = std::to_string(*t.lookup("a"));
                receive<Down>();
                said += t.member("a") ? "still there" : "?";
              } catch (const NoSuchTable& e) {
                said += e.what();
              }
            }),
            (Texts{"1table 't' was deleted", "table 't' was deleted"}));
}

TEST(TableLife, OfTheTestStaysWhileOthersFinish) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              spawn("late", [=] {
                for (int i = 0; i < 3; ++i) t.insert("a", i);
              });
              said = "ok";
            }),
            Texts{"ok"});
}

TEST(TableLife, DestroyRacesWithUse) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Numbers t{"t"};
              spawn("destroyer", [t] { t.destroy(); });
              try {
                t.insert("a", 1);
                said = "inserted";
              } catch (const NoSuchTable&) {
                said = "too late";
              }
            }),
            (Texts{"inserted", "too late"}));
}

TEST(TableLife, TheHeirInherits) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("owner", [=] {
                const Numbers t{"t"};
                t.insert("a", 1);
                t.set_heir(test);
                send(test, t);
                exit("boom");
              });
              const Numbers t = receive<Numbers>();
              const TableTransfer got = receive<TableTransfer>();
              said = fmt::format("{} from {}: {}", got.name, got.from, *t.lookup("a"));
            }),
            Texts{"t from owner: 1"});
}

TEST(TableLife, ADeadHeirDoesNot) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Pid heir = spawn("heir", [] {});
              spawn_monitor("owner", [=] {
                const Numbers t{"t"};
                t.set_heir(heir);
                send(test, t);
              });
              const Numbers t = receive<Numbers>();
              receive<Down>();
              try {
                t.size();
                said = "inherited";  // and it ended after that, but owned the table until then
              } catch (const NoSuchTable&) {
                said = "deleted";
              }
            }),
            (Texts{"inherited", "deleted"}));
}

TEST(TableLife, GiveAway) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Pid next = spawn("next", [=] {
                receive<TableTransfer>();
                send(test, Go{});
                receive<Go>();
              });
              const Numbers t{"t"};
              check(t.give_away(next), "next is dead");
              receive<Go>();
              try {
                t.give_away(next);
              } catch (const NotTableOwner& e) {
                said = e.what();
              }
              monitor(next);
              send(next, Go{});
              receive<Down>();
              try {
                t.size();
              } catch (const NoSuchTable&) {
                said += ", then deleted";
              }
              check(!Numbers{"u"}.give_away(next), "gave to the dead");
            }),
            Texts{"test does not own table 't', then deleted"});
}

TEST(TableLife, StoppedNodesTakeTheirTablesAndHeirsAlong) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Node b = start_node("b");
              const Pid heir = spawn(b, "heir", [] { receive<Go>(); });
              spawn(b, "owner", [=] {
                const Numbers t{"t"};
                t.set_heir(heir);
                send(test, t);
                receive<Go>();
              });
              const Numbers t = receive<Numbers>();
              stop_node(b);
              try {
                t.size();
              } catch (const NoSuchTable&) {
                said = "deleted";
              }
            }),
            Texts{"deleted"});
}

// --- misuse ---

TEST(TableMisuse, OperationsInsideAnOperation) {
  const Ran ran = run_once([](std::string&) {
    const Numbers t{"t"};
    t.insert("a", 1);
    t.fold(0, [&](int sum, const std::string& key, int) { return sum + *t.lookup(key); });
  });
  EXPECT_EQ(ran.text(),
            "misuse: the function given to fold() called an operation: it runs inside one, and must only compute");
}

TEST(TableMisuse, EmptyOrFromAnotherTrial) {
  EXPECT_EQ(run_once([](std::string&) { Numbers{}.size(); }).text(),
            "misuse: an empty Table{} was used: make one with Table<K, V> t{\"name\"}");
  Numbers kept;
  run_once([&](std::string&) { kept = Numbers{"kept"}; });
  EXPECT_EQ(run_once([&](std::string&) { kept.insert("a", 1); }).text(),
            "misuse: table 'kept' is from an earlier trial: do not keep tables in globals or statics");
}

// --- which operations commute ---

using Use = std::function<void(const Numbers&)>;

// Are the two dependent? Whatever the answer, it must be the same in every order. The table holds a=1, b=2.
bool conflict(const Use& x, const Use& y, TableOptions options = {}) {
  constexpr std::uint64_t kSeeds = 20;
  std::uint64_t dependent = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto races = races_of(
        [&](std::string&) {
          const Numbers t{"t", options};
          t.insert({{"a", 1}, {"b", 2}});
          for (const Use* use : {&x, &y}) spawn("user", [=] { (*use)(t); });
          sleep(1s);
        },
        seed);
    if (!races.empty()) ++dependent;
  }
  EXPECT_TRUE(dependent == 0 || dependent == kSeeds) << dependent << " of " << kSeeds;
  return dependent > 0;
}

const Use kLookupA = [](const Numbers& t) { t.lookup("a"); };
const Use kInsertA = [](const Numbers& t) { t.insert("a", 5); };
const Use kInsertA6 = [](const Numbers& t) { t.insert("a", 6); };
const Use kInsertB = [](const Numbers& t) { t.insert("b", 5); };
const Use kInsertNewA = [](const Numbers& t) { t.insert_new("a", 5); };  // refused
const Use kInsertNewC = [](const Numbers& t) { t.insert_new("c", 5); };
const Use kEraseZ = [](const Numbers& t) { t.erase("z"); };
const Use kLookupZ = [](const Numbers& t) { t.lookup("z"); };
const Use kCountA = [](const Numbers& t) { t.update_counter("a", 1); };
const Use kSwapFails = [](const Numbers& t) { t.compare_and_swap("a", 77, 78); };
const Use kSize = [](const Numbers& t) { t.size(); };
const Use kFold = [](const Numbers& t) { t.rows(); };
const Use kEraseNone = [](const Numbers& t) { t.erase_if([](const std::string&, int) { return false; }); };
const Use kEraseB = [](const Numbers& t) { t.erase_if([](const std::string& k, int) { return k == "b"; }); };
const Use kClear = [](const Numbers& t) { t.clear(); };
const Use kInsertBoth = [](const Numbers& t) { t.insert({{"a", 8}, {"b", 8}}); };

TEST(TableRaces, ByKey) {
  EXPECT_TRUE(conflict(kLookupA, kInsertA));
  EXPECT_TRUE(conflict(kInsertA, kInsertA6));
  EXPECT_TRUE(conflict(kCountA, kCountA));
  EXPECT_TRUE(conflict(kInsertBoth, kInsertB));
  EXPECT_TRUE(conflict(kInsertNewC, kInsertNewC));  // one of them is refused
  EXPECT_FALSE(conflict(kLookupA, kLookupA));
  EXPECT_FALSE(conflict(kLookupA, kInsertB));
  EXPECT_FALSE(conflict(kInsertA, kInsertB));
  EXPECT_FALSE(conflict(kInsertBoth, kInsertNewC));
}

TEST(TableRaces, WhatChangesNothingIsALook) {
  EXPECT_FALSE(conflict(kInsertNewA, kLookupA));
  EXPECT_FALSE(conflict(kInsertNewA, kInsertNewA));
  EXPECT_FALSE(conflict(kSwapFails, kLookupA));
  EXPECT_FALSE(conflict(kEraseZ, kEraseZ));
  EXPECT_FALSE(conflict(kEraseZ, kLookupZ));
  EXPECT_TRUE(conflict(kInsertNewA, kInsertA));
  EXPECT_TRUE(conflict(kSwapFails, kInsertA));
}

TEST(TableRaces, WholeTable) {
  EXPECT_TRUE(conflict(kSize, kInsertNewC));
  EXPECT_TRUE(conflict(kFold, kInsertA));
  EXPECT_TRUE(conflict(kClear, kInsertA));
  EXPECT_TRUE(conflict(kClear, kLookupA));
  EXPECT_TRUE(conflict(kClear, kFold));
  EXPECT_TRUE(conflict(kEraseNone, kInsertA));
  EXPECT_TRUE(conflict(kEraseB, kFold));
  EXPECT_FALSE(conflict(kFold, kSize));
  EXPECT_FALSE(conflict(kFold, kLookupA));
  EXPECT_FALSE(conflict(kClear, kLookupZ));
  EXPECT_FALSE(conflict(kEraseNone, kFold));
  EXPECT_FALSE(conflict(kEraseB, kLookupA));
}

TEST(TableRaces, EqualWritesIfAsked) {
  const TableOptions equal{.equal_writes_commute = true};
  EXPECT_TRUE(conflict(kInsertA, kInsertA));
  EXPECT_FALSE(conflict(kInsertA, kInsertA, equal));
  EXPECT_TRUE(conflict(kInsertA, kInsertA6, equal));
  EXPECT_TRUE(conflict(kInsertA, kLookupA, equal));
  EXPECT_TRUE(conflict(kInsertA, kCountA, equal));
}

TEST(TableRaces, DeletionWithEverything) {
  const auto quietly = [](const Use& f) -> Use {
    return [f](const Numbers& t) {
      try {
        f(t);
      } catch (const NoSuchTable&) {
      }
    };
  };
  const Use destroy = quietly([](const Numbers& t) { t.destroy(); });
  EXPECT_TRUE(conflict(destroy, quietly(kLookupA)));
  EXPECT_TRUE(conflict(destroy, quietly(kInsertA)));
  EXPECT_TRUE(conflict(destroy, quietly(kSize)));
}

}  // namespace
}  // namespace heddle
