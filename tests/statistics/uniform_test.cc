// URW makes all interleavings equally likely, SURW all orders of the interesting operations (Zhao et al., ASPLOS'25).
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "heddle/strategy/random_walk.h"
#include "heddle/strategy/surw.h"
#include "heddle/strategy/urw.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

// 200 trials per interleaving, so that each expected count is far above the 5 that chi-square asks for. The first trial
// teaches, and is left out.
Counts count(Strategy& strategy, const Program& program, const std::string& trace, std::size_t cells,
             std::uint64_t seed) {
  Lab lab;
  Counts counts;
  lab.run_many(200 * cells + 1, program, strategy, seed, [&](std::uint64_t i, const Outcome&) {
    if (i > 0) ++counts[trace];
  });
  return counts;
}

class Uniform : public ::testing::TestWithParam<std::vector<int>> {};

TEST_P(Uniform, UrwIsUniformOverInterleavings) {
  std::string trace;
  Urw urw;
  const std::size_t cells = interleavings(GetParam());
  EXPECT_TRUE(uniform(count(urw, letters(GetParam(), trace), trace, cells, 31), cells));
}

TEST_P(Uniform, SurwIsUniformWhereAllOperationsAreAtOneObject) {
  std::string trace;
  Surw surw;
  const std::size_t cells = interleavings(GetParam());
  EXPECT_TRUE(uniform(count(surw, letters(GetParam(), trace), trace, cells, 32), cells));
}

// The test itself must be able to fail.
TEST_P(Uniform, RandomWalkIsNot) {
  std::string trace;
  RandomWalk walk;
  const std::size_t cells = interleavings(GetParam());
  EXPECT_FALSE(uniform(count(walk, letters(GetParam(), trace), trace, cells, 33), cells));
}

INSTANTIATE_TEST_SUITE_P(Lengths, Uniform,
                         ::testing::Values(std::vector{3, 3}, std::vector{2, 2, 2}, std::vector{1, 5},
                                           std::vector{4, 2, 1}, std::vector{1, 1, 1, 2}));

// Task a starts b half way, b starts c: until then a stands for all of them.
Program nested(std::string& trace) {
  return [&trace] {
    trace.clear();
    const auto cell = std::make_shared<Cell<int>>();
    const auto step = [&trace, cell](char letter) {
      cell->update([](int v) { return v + 1; });
      trace += letter;
    };
    start("d", [step] {
      for (int i = 0; i < 2; ++i) step('d');
    });
    start("a", [step] {
      step('a');
      start("b", [step] {
        step('b');
        start("c", [step] { step('c'); });
        step('b');
      });
      step('a');
    });
  };
}

// a b b' a' with b after the first a, c after the first b, d d anywhere: without d, a precedes everything, and of
// {b b' c} with b first (2 orders) and a' anywhere among the three (4 places): 8. d d anywhere among 5 others: C(7,2)
// = 21.
TEST(Uniform, UrwCountsTasksThatAreYetToBeSpawned) {
  std::string trace;
  Urw urw;
  EXPECT_TRUE(uniform(count(urw, nested(trace), trace, 8 * 21, 34), 8 * 21));
}

TEST(Uniform, SurwCountsTasksThatAreYetToBeSpawned) {
  std::string trace;
  Surw surw;
  EXPECT_TRUE(uniform(count(surw, nested(trace), trace, 8 * 21, 35), 8 * 21));
}

// Task a has steps of its own before and after it starts b, which has two of the interesting operations; a has one
// itself, d two. If a is meant to be next and then starts b, the turn may be b's. 5! / (2! 2!) = 30 orders.
TEST(Uniform, SurwHandsTheTurnOnToANewTask) {
  std::string trace;
  const Program program = [&trace] {
    trace.clear();
    const auto shared = std::make_shared<Cell<int>>();
    const auto step = [&trace, shared](char letter) {
      shared->write(1);
      trace += letter;
    };
    start("d", [step] {
      for (int i = 0; i < 2; ++i) step('d');
    });
    start("a", [step] {
      Cell<int> own;
      for (int i = 0; i < 3; ++i) own.write(i);
      start("b", [step] {
        for (int i = 0; i < 2; ++i) step('b');
      });
      for (int i = 0; i < 3; ++i) own.write(i);
      step('a');
    });
  };
  Surw surw;
  EXPECT_TRUE(uniform(count(surw, program, trace, 30, 40), 30));
}

// Each task has three operations at the shared cell, and before each a number of its own, which nobody else sees.
Program noisy(std::vector<int> noise, std::string& trace) {
  return [noise = std::move(noise), &trace] {
    trace.clear();
    const auto shared = std::make_shared<Cell<int>>();
    for (std::size_t i = 0; i < noise.size(); ++i) {
      start("task", [&trace, shared, i, amount = noise[i]] {
        Cell<int> own;
        for (int k = 0; k < 3; ++k) {
          for (int j = 0; j < amount * (k + 1); ++j) own.write(j);
          shared->write(k);
          trace += static_cast<char>('a' + i);
        }
      });
    }
  };
}

TEST(Uniform, SurwIsUniformAtTheSharedObjectWhateverElseHappens) {
  std::string trace;
  Surw surw;
  EXPECT_TRUE(uniform(count(surw, noisy({0, 9}, trace), trace, 20, 36), 20));
}

TEST(Uniform, SurwIsUniformAtTheSharedObjectOfThreeTasks) {
  std::string trace;
  Surw surw;
  EXPECT_TRUE(uniform(count(surw, noisy({5, 0, 2}, trace), trace, 1680, 37), 1680));
}

TEST(Uniform, UrwIsNotBesideNoise) {
  std::string trace;
  Urw urw;
  EXPECT_FALSE(uniform(count(urw, noisy({0, 9}, trace), trace, 20, 38), 20));
}

// Nobody races at objects that one task uses, or that all only read: SURW never draws these.
TEST(Uniform, SurwDrawsOnlyObjectsWhereTasksConflict) {
  std::string trace;
  const Program program = [&trace] {
    trace.clear();
    const auto constant = std::make_shared<Cell<int>>(7);
    const auto shared = std::make_shared<Cell<int>>();
    for (char letter : {'a', 'b'})
      start("task", [=, &trace] {
        Cell<int> own;
        for (int i = 0; i < 20; ++i) own.write(constant->read());
        shared->write(1);
        trace += letter;
        shared->write(2);
        trace += letter;
      });
  };
  Surw surw;
  EXPECT_TRUE(uniform(count(surw, program, trace, 6, 39), 6));
}

}  // namespace
}  // namespace heddle::testing
