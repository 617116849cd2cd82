#include "heddle/strategy/sampler.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "heddle/strategy/random_walk.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

std::map<std::uint32_t, std::uint64_t> draw(const Choice& choice, std::uint64_t times) {
  RandomWalk walk;
  walk.begin({0, 7});
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < times; ++i) ++counts[walk.choose(choice)];
  return counts;
}

TEST(Sampler, ChoosesAllValuesAlike) { EXPECT_TRUE(uniform(draw({.count = 10}, 10'000), 10)); }

TEST(Sampler, ChoosesByWeight) {
  const std::vector<double> weights{0.5, 0, 3, -1, 1.5};
  auto counts = draw({.count = 5, .weights = weights}, 10'000);
  EXPECT_TRUE(near_binomial(counts[0], 10'000, 0.1));
  EXPECT_EQ(counts[1], 0u);
  EXPECT_TRUE(near_binomial(counts[2], 10'000, 0.6));
  EXPECT_EQ(counts[3], 0u);
  EXPECT_TRUE(near_binomial(counts[4], 10'000, 0.3));
}

TEST(Sampler, StartsEachTrialFromItsSeed) {
  RandomWalk walk;
  const auto values = [&](std::uint64_t seed) {
    walk.begin({0, seed});
    std::vector<std::uint32_t> drawn;
    for (int i = 0; i < 20; ++i) drawn.push_back(walk.choose({.count = 1000}));
    return drawn;
  };
  const auto first = values(1);
  EXPECT_NE(values(2), first);
  EXPECT_EQ(values(1), first);
}

}  // namespace
}  // namespace heddle::testing
