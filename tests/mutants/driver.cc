// What mutants.py runs with mutated searches: few programs, small ones, but such that every mutation shows.
#include <gtest/gtest.h>

#include <memory>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
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

// Who sends is ended, and whoever listens hears of that first.
void ended_sender() {
  const Node far = start_node("far");
  const Pid sender = spawn(far, "sender", [listener = self()] { send(listener, Word{1}); });
  spawn("stopper", [far] { stop_node(far); });
  monitor(sender);
  receive(on<Word>([](const Word&) {}), on<Down>([](const Down&) {}));
}

// Who takes the other message comes to no choice.
void choice_after_receive() {
  const Pid receiver = spawn("receiver", [] {
    if (receive<Word>().n == 1) choose(2);
  });
  for (int n : {1, 2}) spawn("sender", [=] { send(receiver, Word{n}); });
}

// A search that declares more programs beyond it is as wrong as one that finds too little.
TEST(Graphs, FindWhatBruteForceFinds) {
  Compared sum;
  for (bool relay_first : {false, true}) sum += same_classes(caused_message(relay_first), {}, 100'000, Engines::graphs);
  EXPECT_EQ(sum.by_graphs, 2u);
  sum += compare(Family::hub, 0, 1'500, kLimit, Engines::graphs);
  sum += compare(Family::hub, 45'365, 45'366, 3'000, Engines::graphs);  // a receive comes between read and write
  sum += compare(Family::everything, 0, 500, kLimit, Engines::graphs);
  sum += compare(Family::batches, 0, 100, kLimit, Engines::graphs);
  EXPECT_GE(sum.by_graphs, 1'010u);
  const Compared swaps = compare(Family::swaps, 0, 200, kLimit, Engines::graphs);
  EXPECT_EQ(swaps.by_graphs, swaps.programs);
}

TEST(Sequences, FindWhatBruteForceFinds) {
  Compared sum = same_classes(struck_send, {}, 100'000, Engines::sequences);
  sum += same_classes(choice_after_receive, {}, 100'000, Engines::sequences);
  sum += same_classes(ended_sender, {}, 100'000, Engines::sequences);
  EXPECT_EQ(sum.programs, 3u);
  ASSERT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
  sum += compare(Family::hub, 0, 1'000, kLimit, Engines::sequences);
  sum += compare(Family::everything, 1'000, 2'000, kLimit, Engines::sequences);
  sum += compare(Family::locks, 0, 300, kLimit, Engines::sequences);
  // An event that needs no decision is overtaken; a choice is planned behind others.
  sum += compare(Family::everything, 2'131, 2'132, 2'000, Engines::sequences);
  sum += compare(Family::hub, 20'869, 20'870, 3'000, Engines::sequences);
  for (std::uint64_t seed : {32u, 1'691u})
    sum += compare(Family::everything, seed, seed + 1, 20'000, Engines::sequences);
  // Something comes about because of a plan; a time-out is known from another execution.
  sum += compare(Family::messages, 369, 370, kLimit, Engines::sequences);
  for (std::uint64_t seed : {5'226u, 7'550u, 20'749u})
    sum += compare(Family::hub, seed, seed + 1, 3'000, Engines::sequences);
  EXPECT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
}

}  // namespace
}  // namespace heddle::testing
