#include "heddle/strategy/pct.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/cell.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

// Three tasks; a starts d after its first operation. If a is the highest of the three, d lands above it with
// probability 1/4: at any rank, the top included.
TEST(Pct, InsertsNewTasksAtAnyRank) {
  std::string trace;
  const Program program = [&trace] {
    trace.clear();
    const auto cell = std::make_shared<Cell<int>>();
    const auto step = [cell, &trace](char letter) {
      cell->write(1);
      trace += letter;
    };
    for (char letter : {'a', 'b', 'c'})
      start("task", [step, letter] {
        step(letter);
        if (letter == 'a') start("late", [step] { step('d'); });
        step(letter);
      });
  };
  Lab lab;
  Pct pct(1);
  std::uint64_t first = 0, then = 0;
  lab.run_many(30'000, program, pct, 61, [&](std::uint64_t, const Outcome&) {
    first += trace.starts_with("a");
    then += trace.starts_with("ad");
  });
  EXPECT_TRUE(near_binomial(first, 30'000, 1.0 / 3));
  EXPECT_TRUE(near_binomial(then, first, 1.0 / 4));
}

// Without change points a task runs until it ends: one of the six orders.
TEST(Pct, OfDepthOneNeverInterrupts) {
  std::string trace;
  Lab lab;
  Pct pct(1);
  std::map<std::string, std::uint64_t> counts;
  lab.run_many(6'000, letters({2, 2, 2}, trace), pct, 62, [&](std::uint64_t, const Outcome&) { ++counts[trace]; });
  EXPECT_EQ(counts.size(), 6u);
  EXPECT_TRUE(uniform(counts, 6));
}

// At most d-1 interruptions of a task that could have gone on, once k is known. A trial has 9 contested picks if a
// change comes at the fifth, one in ten or so: after 256 trials it has been seen, but for 0.9^256.
TEST(Pct, InterruptsAtMostDepthMinusOneTimes) {
  for (unsigned depth : {2u, 3u, 4u}) {
    std::string trace;
    Lab lab;
    Pct pct(depth);
    lab.run_many(5'000, letters({5, 5}, trace), pct, 63, [&](std::uint64_t i, const Outcome&) {
      if (i < TrialLength::kWindow) return;
      unsigned interruptions = 0;
      for (std::size_t at = 1; at < trace.size(); ++at)
        interruptions += trace[at] != trace[at - 1] && trace.find(trace[at - 1], at) != std::string::npos;
      ASSERT_LT(interruptions, depth);
    });
  }
}

// A trial that outlives every earlier one goes on having change points: 3 per doubling.
TEST(Pct, GoesOnChangingInATrialLongerThanAnyBefore) {
  std::string trace;
  Lab lab;
  Pct pct(4);
  for (std::uint64_t i = 0; i < 50; ++i) lab.run(letters({2, 2}, trace), pct, {i, combine(64, i)});
  std::uint64_t late = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Pct copy = pct;
    lab.run(letters({400, 400}, trace), copy, {50 + i, combine(65, i)});
    std::size_t last = 0;  // the last place where a task was interrupted
    for (std::size_t at = 1; at < trace.size(); ++at)
      if (trace[at] != trace[at - 1] && trace.find(trace[at - 1], at) != std::string::npos) last = at;
    late += last > 50;
  }
  EXPECT_GT(late, 150u);
}

// Of a trial that ended in the fair tail only what the strategy decided is room for change points.
TEST(Pct, DoesNotLearnTheLengthOfTheFairTail) {
  Settings settings;
  settings.fair_after = 20;
  Lab lab(settings);
  std::string trace;
  Pct pct(2);
  std::uint64_t interrupted = 0;
  lab.run_many(2'000, letters({200, 200}, trace), pct, 67, [&](std::uint64_t i, const Outcome& outcome) {
    EXPECT_LE(outcome.contested, settings.fair_after);
    EXPECT_GE(outcome.steps, 400u);
    if (i >= 100) interrupted += trace.substr(0, 16).find_first_not_of(trace[0]) != std::string::npos;
  });
  // One change point in at most 20 picks, 15 of which show in the first 16 letters: 0.75 of 1,900 trials, five standard
  // deviations less. Spread over the whole trial, fewer than a tenth would show.
  EXPECT_GT(interrupted, 1'330u);
}

// The spinner has the higher rank in half the trials and loses it after 1,000 picks, long before the hand-over.
TEST(Pct, LetsGoOfATaskThatSpins) {
  Lab lab(without_fair_tail());
  Pct pct(1);
  std::uint64_t longest = 0;
  lab.run_many(100, spin_until_written, pct, 66,
               [&](std::uint64_t, const Outcome& outcome) { longest = std::max(longest, outcome.steps); });
  EXPECT_GE(longest, Streak::kSpin);
  EXPECT_LE(longest, Streak::kSpin + 2);
}

}  // namespace
}  // namespace heddle::testing
