// PCT's promise (Burckhardt et al., ASPLOS'10): a bug of depth d in a program of n tasks and k steps is found with
// probability at least 1/(n k^(d-1)). Here k is the largest number of contested picks that any trial had.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "heddle/strategy/pct.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

struct Measured {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  std::uint64_t contested = 0;  // at most
};

using Bug = bool (*)(const std::string& trace);

// A fresh instance, and what it finds.
Measured measure(Lab& lab, unsigned depth, const std::vector<int>& lengths, Bug bug, std::uint64_t trials,
                 std::uint64_t seed) {
  Pct pct(depth);
  std::string trace;
  Measured measured{0, trials, 0};
  lab.run_many(trials, letters(lengths, trace), pct, seed, [&](std::uint64_t, const Outcome& outcome) {
    measured.hits += bug(trace);
    measured.contested = std::max(measured.contested, outcome.contested);
  });
  return measured;
}

double bound(std::size_t n, std::uint64_t k, unsigned depth) {
  return 1.0 / (static_cast<double>(n) * std::pow(static_cast<double>(k), depth - 1));
}

// Position of the i-th (from 1) operation of a task.
std::size_t nth(const std::string& trace, char task, int i) {
  std::size_t at = 0;
  for (; at < trace.size(); ++at)
    if (trace[at] == task && --i == 0) return at;
  return at;
}

// Depth 1: all of b before a starts.
bool b_first(const std::string& trace) { return nth(trace, 'b', 4) < nth(trace, 'a', 1); }

// Depth 2: all of b between the second and the third operation of a.
bool b_inside_a(const std::string& trace) {
  return nth(trace, 'a', 2) < nth(trace, 'b', 1) && nth(trace, 'b', 4) < nth(trace, 'a', 3);
}

// Depth 3: a is interrupted, then b, and a goes on: aabbaabb. The later of the two change points must drop b below a.
bool a_then_b_then_a(const std::string& trace) {
  return nth(trace, 'a', 2) < nth(trace, 'b', 1) && nth(trace, 'b', 2) < nth(trace, 'a', 3) &&
         nth(trace, 'a', 4) < nth(trace, 'b', 3);
}

// Depth 3 of three tasks: a starts before b, c ends before b does, and b before a does.
bool three_in_turn(const std::string& trace) {
  return nth(trace, 'a', 1) < nth(trace, 'b', 1) && nth(trace, 'c', 2) < nth(trace, 'b', 2) &&
         nth(trace, 'b', 2) < nth(trace, 'a', 2);
}

// Depth 4: abccba and nothing else.
bool nested(const std::string& trace) { return trace == "abccba"; }

struct Case {
  const char* name;
  unsigned depth;
  std::vector<int> lengths;
  Bug bug;
};

void PrintTo(const Case& bug, std::ostream* out) { *out << bug.name; }

class PctBound : public ::testing::TestWithParam<Case> {};

TEST_P(PctBound, HoldsOverManyTrialsOfOneInstance) {
  const Case& c = GetParam();
  Lab lab;
  const Measured m = measure(lab, c.depth, c.lengths, c.bug, 40'000, 21);
  EXPECT_TRUE(at_least_binomial(m.hits, m.trials, bound(c.lengths.size(), m.contested, c.depth)));
}

// The first trial knows no k, so it draws a scale; from the second on the bound holds in full. 4,000 fresh instances
// with ten trials each: nine tenths of the bound at the very least.
TEST_P(PctBound, HoldsFromTheFirstTrialsOn) {
  const Case& c = GetParam();
  Lab lab;
  Measured sum;
  for (std::uint64_t instance = 0; instance < 4'000; ++instance) {
    const Measured m = measure(lab, c.depth, c.lengths, c.bug, 10, combine(22, instance));
    sum.hits += m.hits;
    sum.trials += m.trials;
    sum.contested = std::max(sum.contested, m.contested);
  }
  EXPECT_TRUE(at_least_binomial(sum.hits, sum.trials, 0.9 * bound(c.lengths.size(), sum.contested, c.depth)));
}

// The first trial alone: scales 2^2 .. 2^14 are equally likely, and once the scale s is at least k, each set of change
// points is as likely as any other: the bound with s for k.
TEST_P(PctBound, OfTheFirstTrialIsThatOfARandomScale) {
  const Case& c = GetParam();
  Lab lab;
  Measured sum;
  for (std::uint64_t instance = 0; instance < 40'000; ++instance) {
    const Measured m = measure(lab, c.depth, c.lengths, c.bug, 1, combine(23, instance));
    sum.hits += m.hits;
    ++sum.trials;
    sum.contested = std::max(sum.contested, m.contested);
  }
  double expected = 0;
  for (unsigned scale = TrialLength::kFirst; scale <= TrialLength::kLast; ++scale)
    if (std::uint64_t{1} << scale >= sum.contested)
      expected +=
          bound(c.lengths.size(), std::uint64_t{1} << scale, c.depth) / (TrialLength::kLast - TrialLength::kFirst + 1);
  EXPECT_TRUE(at_least_binomial(sum.hits, sum.trials, expected));
}

INSTANTIATE_TEST_SUITE_P(Programs, PctBound,
                         ::testing::Values(Case{"Order", 1, {4, 4}, &b_first},
                                           Case{"OrderBesideOthers", 1, {4, 4, 4, 4}, &b_first},
                                           Case{"Interruption", 2, {4, 4}, &b_inside_a},
                                           Case{"InterruptionBesideOthers", 2, {4, 4, 4}, &b_inside_a},
                                           Case{"InterruptionOfAMoreGeneralSampler", 3, {4, 4}, &b_inside_a},
                                           Case{"TwoInterruptions", 3, {4, 4}, &a_then_b_then_a},
                                           Case{"ThreeInTurn", 3, {2, 2, 2}, &three_in_turn},
                                           Case{"Nested", 4, {2, 2, 2}, &nested}),
                         [](const auto& c) { return std::string(c.param.name); });

// Exactly: two tasks of 4, d = 2. Whatever the change point, a trial has 4 contested picks before it, at most 7 with
// it, and one instance soon knows 7. Task a goes first in half the trials and is interrupted at its third operation by
// a change at step 3, one of 7.
TEST(Pct, DrawsChangePointsUniformly) {
  Lab lab;
  Pct pct(2);
  std::string trace;
  std::map<std::size_t, std::uint64_t> cut;  // how many operations of the first task ran before the second started
  const std::uint64_t trials = 28'000;
  lab.run_many(trials, letters({4, 4}, trace), pct, 24, [&](std::uint64_t i, const Outcome&) {
    if (i < 100) return;  // learns k
    const std::size_t first_run = trace.find_first_not_of(trace.front());
    ++cut[first_run];
  });
  // A change at step 1 lets the other task go first, all of it: it looks as if nothing had happened. Changes at 5, 6
  // and 7 come too late for the first task. So 4 (uninterrupted) gets 1 + 3 of 7 parts, and 1, 2, 3 one each.
  EXPECT_TRUE(near_binomial(cut[1], trials - 100, 1.0 / 7));
  EXPECT_TRUE(near_binomial(cut[2], trials - 100, 1.0 / 7));
  EXPECT_TRUE(near_binomial(cut[3], trials - 100, 1.0 / 7));
  EXPECT_TRUE(near_binomial(cut[4], trials - 100, 4.0 / 7));
}

// Exactly: three tasks of 2, d = 3. Both schedules need a above b above c (1 of 6), changes at steps 2 and 3 (1 of the
// 10 pairs of 5 steps: drawn with replacement it would be 2 of 25), and differ in which drop was the deeper (1 of 2).
TEST(Pct, LaterDropsMayBeTheDeeperOrTheShallowerOnes) {
  Lab lab;
  Pct pct(3);
  std::string trace;
  std::map<std::string, std::uint64_t> counts;
  const std::uint64_t trials = 120'000;
  lab.run_many(trials, letters({2, 2, 2}, trace), pct, 25, [&](std::uint64_t, const Outcome&) { ++counts[trace]; });
  EXPECT_TRUE(near_binomial(counts["abccab"], trials, 1.0 / 120));
  EXPECT_TRUE(near_binomial(counts["abccba"], trials, 1.0 / 120));
}

}  // namespace
}  // namespace heddle::testing
