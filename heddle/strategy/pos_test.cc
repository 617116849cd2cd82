#include "heddle/strategy/pos.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/cell.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kTrials = 20'000;

// How often all three operations of task a come before b starts.
std::uint64_t a_first(Strategy& strategy, const Program& program, const std::string& trace) {
  Lab lab;
  std::uint64_t hits = 0;
  lab.run_many(kTrials, program, strategy, 51,
               [&](std::uint64_t, const Outcome&) { hits += trace.starts_with("aaa"); });
  return hits;
}

// Two tasks that only read, so that nothing conflicts.
Program readers(std::string& trace) {
  return [&trace] {
    trace.clear();
    const auto cell = std::make_shared<Cell<int>>();
    for (char letter : {'a', 'b'})
      start("reader", [cell, letter, &trace] {
        for (int i = 0; i < 3; ++i) {
          cell->read();
          trace += letter;
        }
      });
  };
}

// One priority per operation: b's first must be the lowest of four.
TEST(Pos, DrawsOncePerOperation) {
  std::string trace;
  Pos pos;
  EXPECT_TRUE(near_binomial(a_first(pos, letters({3, 3}, trace), trace), kTrials, 1.0 / 4));
  EXPECT_TRUE(near_binomial(a_first(pos, readers(trace), trace), kTrials, 1.0 / 4));
}

// Every update of a is followed by a new draw of b's, which conflicts: three fair coins.
TEST(Pos, StarDrawsAgainOnConflict) {
  std::string trace;
  Pos star(Pos::Redraw::on_conflict);
  EXPECT_TRUE(near_binomial(a_first(star, letters({3, 3}, trace), trace), kTrials, 1.0 / 8));
}

TEST(Pos, StarDrawsOnceWhereNothingConflicts) {
  std::string trace;
  Pos star(Pos::Redraw::on_conflict);
  EXPECT_TRUE(near_binomial(a_first(star, readers(trace), trace), kTrials, 1.0 / 4));
}

// A spinner draws at every read; a writer whose one draw was the lowest of a thousand would wait for ever. It is drawn
// again after 1,000 to 2,000 picks, so a trial of more than 10,000 steps needs at least four draws that each lost 1,000
// times: (1/1001)^4 per trial. Without that, one trial in 10,000 is longer than 10,000 steps: some of these are.
TEST(Pos, DrawsAgainWhatHasWaitedTooLong) {
  Lab lab(without_fair_tail());
  for (const auto redraw : {Pos::Redraw::never, Pos::Redraw::on_conflict}) {
    Pos pos(redraw);
    std::uint64_t longest = 0;
    lab.run_many(20'000, spin_until_written, pos, 54,
                 [&](std::uint64_t, const Outcome& outcome) { longest = std::max(longest, outcome.steps); });
    EXPECT_LT(longest, 10'000u);
    if (redraw == Pos::Redraw::never) {
      EXPECT_GT(longest, 1'000u) << "the rule was never needed: no test of it";
    }
  }
}

// Below 1,000 picks nothing is drawn again: one operation against 900 others of one task goes last with probability
// 1/901.
TEST(Pos, KeepsAPriorityForAThousandPicks) {
  std::string trace;
  Pos pos;
  Lab lab;
  std::uint64_t hits = 0;
  lab.run_many(20'000, letters({900, 1}, trace), pos, 53,
               [&](std::uint64_t, const Outcome&) { hits += trace.back() == 'b'; });
  EXPECT_TRUE(near_binomial(hits, 20'000, 1.0 / 901));
}

}  // namespace
}  // namespace heddle::testing
