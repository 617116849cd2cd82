// What mutants.py runs with mutated searches: few programs, small ones, but such that every mutation shows.
#include <gtest/gtest.h>

#include <memory>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/cell.h"
#include "tests/support/families.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 1'000;

struct Word {
  int n;
};

// The second message is sent because of the first, so that the receive has no choice although both led to the write,
// for which it is taken back. `relay_first`: the tasks' order, and so that of the messages.
Program caused_message(bool relay_first) {
  return [relay_first] {
    const auto cell = std::make_shared<Cell<int>>();
    const Pid receiver = spawn("receiver", [cell] {
      cell->read();
      receive<Word>();
    });
    const auto relay = [=] {
      send(receiver, receive<Word>());
      cell->write(1);
    };
    const auto source = [receiver](Pid to) {
      send(receiver, Word{1});
      send(to, Word{2});
    };
    if (relay_first) {
      const Pid to = spawn("relay", relay);
      spawn("source", [=] { source(to); });
    } else {
      const auto to = std::make_shared<Pid>();
      spawn("source", [=] { source(*to); });
      *to = spawn("relay", relay);
    }
  };
}

// A message that is never sent if its sender is killed before; the receiver would not take it anyway.
void struck_send() {
  const Pid receiver = spawn("receiver", [] { receive<Word>(); });
  const Pid sender = spawn("sender", [receiver] { send(receiver, 'a'); });
  spawn("killer", [sender] { exit(sender, kKill); });
  spawn("other", [receiver] { send(receiver, Word{1}); });
}

// A search that declares more programs beyond it is as wrong as one that finds too little.
TEST(Graphs, FindWhatBruteForceFinds) {
  Compared sum;
  for (bool relay_first : {false, true}) sum += same_classes(caused_message(relay_first), {}, 100'000, Engines::graphs);
  EXPECT_EQ(sum.by_graphs, 2u);
  sum += compare(Family::hub, 0, 1'500, kLimit, Engines::graphs);
  sum += compare(Family::hub, 45'365, 45'366, 3'000, Engines::graphs);  // a receive comes between read and write
  sum += compare(Family::everything, 0, 500, kLimit, Engines::graphs);
  EXPECT_GE(sum.by_graphs, 930u);
}

TEST(Sequences, FindWhatBruteForceFinds) {
  Compared sum = same_classes(struck_send, {}, 100'000, Engines::sequences);
  EXPECT_EQ(sum.programs, 1u);
  ASSERT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
  sum += compare(Family::hub, 0, 1'000, kLimit, Engines::sequences);
  sum += compare(Family::everything, 1'000, 2'000, kLimit, Engines::sequences);
  sum += compare(Family::locks, 0, 300, kLimit, Engines::sequences);
  // An event that needs no decision is overtaken; a choice is planned behind others.
  sum += compare(Family::everything, 2'131, 2'132, 2'000, Engines::sequences);
  sum += compare(Family::hub, 20'869, 20'870, 3'000, Engines::sequences);
  EXPECT_EQ(sum.redundant, 0u);
}

}  // namespace
}  // namespace heddle::testing
