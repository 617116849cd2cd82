#include "heddle/runner/forecast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heddle/base/random.h"

namespace heddle {
namespace {

TEST(Forecast, KnowsNothingAtFirst) {
  const Forecast forecast;
  EXPECT_TRUE(forecast.empty());
  EXPECT_FALSE(forecast.expected(10).known());
}

TEST(Forecast, OneProbeSaysNothingAndTwoSayLittle) {
  Forecast forecast;
  forecast.add(100, 900, 50);
  EXPECT_FALSE(forecast.empty());
  EXPECT_FALSE(forecast.expected(100).known());
  forecast.add(100, 1'100, 50);
  const Expected expected = forecast.expected(100);
  EXPECT_DOUBLE_EQ(expected.executions, 1'100);
  EXPECT_TRUE(expected.wide());
  EXPECT_GT(expected.high, 2'000);
}

TEST(Forecast, ProbesThatAgreeLeaveNoDoubt) {
  Forecast forecast;
  forecast.add(0, 1'000, 50);
  forecast.add(0, 1'000, 50);
  forecast.add(400, 600, 10);
  const Expected expected = forecast.expected(500);
  EXPECT_DOUBLE_EQ(expected.executions, 1'000);
  EXPECT_NEAR(expected.low, 1'000, 1e-6);
  EXPECT_NEAR(expected.high, 1'000, 1e-6);
  EXPECT_FALSE(expected.wide());
}

TEST(Forecast, LaterProbesWeighMore) {
  Forecast forecast;
  for (double left : {400.0, 500.0, 600.0}) forecast.add(0, left, 50);
  for (double left : {90.0, 100.0, 110.0}) forecast.add(900, left, 50);
  EXPECT_NEAR(forecast.expected(900).executions, 1'000, 20);
}

TEST(Forecast, IsNeverBelowWhatIsDone) {
  Forecast forecast;
  for (double left : {400.0, 500.0, 600.0}) forecast.add(0, left, 50);
  for (double done : {100.0, 400.0, 499.0, 500.0, 1'000.0}) {
    const Expected expected = forecast.expected(done);
    EXPECT_GT(expected.executions, done);
    EXPECT_GE(expected.low, done);
    EXPECT_TRUE(expected.high == 0 || expected.high >= expected.executions);
  }
  EXPECT_EQ(forecast.expected(1'000).high, 0) << "it was wrong, and nobody knows how much";
}

// Probes whose logarithms are normal, of a search of 1,000,000 executions, at its beginning, at a fifth and at half of it:
// the truth lies within the spread in most cases, whether probes are good or bad.
TEST(Forecast, SpreadsAreHonest) {
  Random random(1);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307 * random.uniform());
  };
  for (double sigma : {0.1, 0.5, 1.0, 1.5}) {
    int within = 0, wide = 0;
    for (int i = 0; i < 1'000; ++i) {
      Forecast forecast;
      for (double done : {0.0, 2e5, 5e5})
        for (int probe = 0; probe < 4; ++probe)
          forecast.add(done, (1e6 - done) * std::exp(sigma * normal() - sigma * sigma / 2), 100);
      const Expected expected = forecast.expected(5e5);
      within += expected.low <= 1e6 && (expected.high == 0 || 1e6 <= expected.high);
      wide += expected.wide();
    }
    EXPECT_GT(within, 750) << sigma;
    EXPECT_TRUE(sigma > 0.1 || wide == 0) << wide;
    EXPECT_TRUE(sigma < 1.5 || wide > 500) << wide;
  }
}

}  // namespace
}  // namespace heddle
