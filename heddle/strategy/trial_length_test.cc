#include "heddle/strategy/trial_length.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

TEST(TrialLength, IsTheLongestOfTheLastTrials) {
  TrialLength length;
  Random random(1);
  length.learn(7);
  EXPECT_EQ(length.draw(random), 7u);
  length.learn(1'000'000);
  EXPECT_EQ(length.draw(random), 1'000'000u);
  for (std::size_t i = 0; i < TrialLength::kWindow; ++i) length.learn(i % 2 ? 9 : 8);
  EXPECT_EQ(length.draw(random), 9u) << "one trial that went astray is forgotten";
  for (std::size_t i = 0; i < TrialLength::kWindow; ++i) length.learn(0);
  EXPECT_EQ(length.draw(random), 1u);
}

// 13 powers of two, 1,000 expected of each.
TEST(TrialLength, IsAnyPowerOfTwoBeforeTheFirstTrial) {
  const TrialLength length;
  Random random(2);
  std::map<std::uint64_t, std::uint64_t> counts;
  for (int i = 0; i < 13'000; ++i) ++counts[length.draw(random)];
  EXPECT_EQ(counts.begin()->first, 4u);
  EXPECT_EQ(counts.rbegin()->first, 16'384u);
  EXPECT_TRUE(uniform(counts, 13));
}

}  // namespace
}  // namespace heddle::testing
