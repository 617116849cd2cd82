// The figures of the Morpheus paper (Yuan, Yang: ASPLOS'20) as programs, with the probabilities that it derives.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"
#include "tests/support/cell.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

// Figure 1: thread A asserts x == 0; thread B has m operations, the last of which is x = 1. `failed`: A came last.
Program figure_1(int m, bool& failed) {
  return [m, &failed] {
    failed = false;
    const auto x = std::make_shared<Cell<int>>();
    const auto other = std::make_shared<Cell<int>>();
    start("A", [x, &failed] { failed = x->read() != 0; });
    start("B", [x, other, m] {
      for (int i = 1; i < m; ++i) other->write(i);
      x->write(1);
    });
  };
}

std::uint64_t count_figure_1(Strategy& strategy, int m, std::uint64_t trials, std::uint64_t seed) {
  Lab lab;
  bool failed = false;
  std::uint64_t hits = 0;
  lab.run_many(trials, figure_1(m, failed), strategy, seed, [&](std::uint64_t, const Outcome&) { hits += failed; });
  return hits;
}

class Figure1 : public ::testing::TestWithParam<int> {};

TEST_P(Figure1, RandomWalkFailsWithProbabilityTwoToTheMinusM) {
  RandomWalk walk;
  EXPECT_TRUE(near_binomial(count_figure_1(walk, GetParam(), 40'000, 11), 40'000, std::pow(2.0, -GetParam())));
}

TEST_P(Figure1, PosFailsWithProbabilityOneOverMPlusOne) {
  Pos pos;
  EXPECT_TRUE(near_binomial(count_figure_1(pos, GetParam(), 40'000, 12), 40'000, 1.0 / (GetParam() + 1)));
}

INSTANTIATE_TEST_SUITE_P(M, Figure1, ::testing::Values(1, 2, 3, 5, 8, 20));

// With redraws only on conflict, and none before B's last operation, POS* does as POS does.
TEST(Figure1, PosStarDoesTheSameWhereNothingConflicts) {
  Pos star(Pos::Redraw::on_conflict);
  EXPECT_TRUE(near_binomial(count_figure_1(star, 8, 40'000, 13), 40'000, 1.0 / 9));
}

struct Noise {
  int before = 0;  // x: operations of the task that then starts the two
  int beside = 0;  // y: tasks with operations of their own all the while
  int after = 0;   // z: operations of both tasks after A and B
};

// Figure 4: E1 .. Ek, then A in one task; B in another. `hit`: A went before B.
Program figure_4(int k, Noise noise, bool& hit) {
  return [k, noise, &hit] {
    hit = false;
    const auto shared = std::make_shared<Cell<int>>();
    const auto x = std::make_shared<Cell<int>>();
    const auto y = std::make_shared<Cell<int>>();
    const auto z = std::make_shared<Cell<int>>();
    for (int i = 0; i < noise.beside; ++i)
      start("noise", [y] {
        for (int j = 0; j < 10; ++j) y->update([](int v) { return v + 1; });
      });
    for (int i = 0; i < noise.before; ++i) x->write(i);
    start("EA", [=] {
      for (int i = 0; i < k; ++i) x->read();
      shared->write(1);
      for (int i = 0; i < noise.after; ++i) z->write(i);
    });
    start("B", [=, &hit] {
      hit = shared->read() == 1;
      for (int i = 0; i < noise.after; ++i) z->write(i);
    });
  };
}

struct Figure4Case {
  int k;
  Noise noise;
};

class Figure4 : public ::testing::TestWithParam<Figure4Case> {};

TEST_P(Figure4, PosPutsABeforeBWithProbabilityOneOverKPlusTwoWhateverTheNoise) {
  const Figure4Case& figure = GetParam();
  Lab lab;
  Pos pos;
  bool hit = false;
  std::uint64_t hits = 0;
  lab.run_many(20'000, figure_4(figure.k, figure.noise, hit), pos, 14,
               [&](std::uint64_t, const Outcome&) { hits += hit; });
  EXPECT_TRUE(near_binomial(hits, 20'000, 1.0 / (figure.k + 2)));
}

INSTANTIATE_TEST_SUITE_P(K, Figure4,
                         ::testing::Values(Figure4Case{1, {}}, Figure4Case{4, {}}, Figure4Case{4, {20, 0, 0}},
                                           Figure4Case{4, {0, 5, 0}}, Figure4Case{4, {0, 0, 20}},
                                           Figure4Case{4, {20, 5, 20}}, Figure4Case{10, {20, 5, 20}}));

}  // namespace
}  // namespace heddle::testing
