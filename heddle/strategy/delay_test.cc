#include "heddle/strategy/delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/support/cell.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"

namespace heddle::testing {
namespace {

// The delaying scheduler by the book, for tasks that are ready until they end. `delays` has the contested steps,
// from 1.
std::string simulate(std::vector<int> left, std::vector<std::size_t> delays) {
  std::string trace;
  std::size_t turn = 0, step = 0;
  const auto next_from = [&](std::size_t task) {
    while (left[task % left.size()] == 0) ++task;
    return task % left.size();
  };
  while (std::accumulate(left.begin(), left.end(), 0) > 0) {
    turn = next_from(turn);
    const bool contested = std::count_if(left.begin(), left.end(), [](int n) { return n > 0; }) > 1;
    if (contested) {
      ++step;
      for (auto n = std::count(delays.begin(), delays.end(), step); n > 0; --n) turn = next_from(turn + 1);
    }
    --left[turn];
    trace += static_cast<char>('a' + turn);
  }
  return trace;
}

// All schedules with at most `delays` delays.
std::set<std::string> all(const std::vector<int>& lengths, std::size_t delays) {
  const auto steps = static_cast<std::size_t>(std::accumulate(lengths.begin(), lengths.end(), 0));
  std::set<std::string> traces;
  std::vector<std::size_t> when(delays, 1);
  for (;;) {
    traces.insert(simulate(lengths, when));
    std::size_t i = 0;
    for (; i < delays && when[i] == steps + 1; ++i) when[i] = 1;  // a delay after the end is none
    if (i == delays) return traces;
    ++when[i];
  }
}

std::set<std::string> sampled(const std::vector<int>& lengths, unsigned delays, std::uint64_t trials) {
  Lab lab;
  Delay delay(delays);
  std::string trace;
  std::set<std::string> traces;
  lab.run_many(trials, letters(lengths, trace), delay, 71,
               [&](std::uint64_t, const Outcome&) { traces.insert(trace); });
  return traces;
}

TEST(Delay, WithoutDelaysIsOneScheduleRoundRobin) {
  EXPECT_EQ(sampled({3, 2, 3}, 0, 200), std::set<std::string>{"aaabbccc"});
}

TEST(Delay, OfOneIsOneSchedulePerStep) {
  EXPECT_EQ(sampled({3, 3}, 1, 1'000), (std::set<std::string>{"aaabbb", "bbbaaa", "abbbaa", "aabbba"}));
  EXPECT_EQ(sampled({2, 2, 2}, 1, 1'000), all({2, 2, 2}, 1));
}

TEST(Delay, OfTwoIsEveryScheduleWithUpToTwo) {
  EXPECT_EQ(sampled({3, 3}, 2, 5'000), all({3, 3}, 2));
  EXPECT_EQ(sampled({2, 2, 2}, 2, 5'000), all({2, 2, 2}, 2));
  EXPECT_EQ(sampled({2, 1, 3, 1}, 2, 10'000), all({2, 1, 3, 1}, 2));
}

// O(k^D), whatever the number of tasks: the sizes that the two tests above stand for.
TEST(Delay, CountsOfSchedulesGrowWithTheBound) {
  EXPECT_EQ(all({3, 3}, 0).size(), 1u);
  EXPECT_EQ(all({3, 3}, 1).size(), 4u);
  EXPECT_EQ(all({3, 3}, 2).size(), 10u);
  EXPECT_EQ(all({2, 2, 2}, 1).size(), 5u);
  EXPECT_EQ(all({2, 2, 2}, 2).size(), 15u);
}

// A step without a choice moves the turn, too: b alone is ready when a waits for it, and goes on when a is back.
TEST(Delay, DoesNotPreemptATaskThatCameToItsTurnWithoutAChoice) {
  std::string trace;
  const Program program = [&trace] {
    trace.clear();
    const auto cell = std::make_shared<Cell<int>>();
    const auto step = [cell, &trace](char letter) {
      cell->write(1);
      trace += letter;
    };
    start("a", [step] {
      start("b", [step] {
        step('b');
        start("c", [step] { step('c'); });
        step('b');
      });
    });
  };
  Lab lab;
  Delay delay(0);
  lab.run(program, delay, {0, 72});
  EXPECT_EQ(trace, "bbc");
}

TEST(Delay, LetsGoOfATaskThatSpins) {
  Lab lab(without_fair_tail());
  Delay delay(0);
  const Outcome outcome = lab.run(spin_until_written, delay, {0, 73});
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(outcome.steps, Streak::kSpin + 2);
}

}  // namespace
}  // namespace heddle::testing
