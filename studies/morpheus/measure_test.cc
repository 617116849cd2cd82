#include "studies/morpheus/measure.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <stdexcept>

#include "studies/morpheus/paper.h"

namespace morpheus {
namespace {

using studies::Rate;

TEST(GeometricMean, CountsHalfAHitForNone) {
  const Mean both = geometric_mean(std::array{Rate{1, 100}, Rate{4, 100}});
  EXPECT_NEAR(both.value, 0.02, 1e-12);
  EXPECT_TRUE(both.all_hit);
  const Mean one = geometric_mean(std::array{Rate{0, 100}, Rate{8, 100}});
  EXPECT_NEAR(one.value, 0.02, 1e-12);
  EXPECT_FALSE(one.all_hit);
}

// Two actors send; who comes first is as good as tossed.
studies::Case race(bool fails) {
  return {.name = "race", .bug = fails, .test = [fails] {
            for (int i = 0; i < 2; ++i) heddle::spawn("sender", [i, test = heddle::self()] { heddle::send(test, i); });
            heddle::check(heddle::receive<int>() == 0 || !fails, "the second came first");
          }};
}

TEST(Measure, CountsHits) {
  const Measured plain = measure(race(true), "rw", {.runs = 3, .trials = 200});
  EXPECT_EQ(plain.hits.trials, 600u);
  EXPECT_LT(plain.hits.low(), 0.5);
  EXPECT_GT(plain.hits.high(), 0.5);
  EXPECT_EQ(plain.conflicts.trials, 0u);
  const Measured analysed = measure(race(true), "pos+", {.runs = 3, .trials = 200}, "location");
  EXPECT_GT(analysed.conflicts.trials, 0u);  // not all are analysed
  EXPECT_GT(analysed.conflicts.conflicting, 0u);
}

TEST(Measure, Searches) {
  for (const char* how : {"sequence", "graph"}) {
    EXPECT_TRUE(search(race(true), how, std::chrono::seconds(10)).value().found);
    const Searched clean = search(race(false), how, std::chrono::seconds(10)).value();
    EXPECT_FALSE(clean.found);
    EXPECT_EQ(clean.executions, 2u);
  }
}

TEST(Measure, TimesOnlyWhatDoesNotFail) {
  const std::vector<double> times = seconds_of_trial(race(false), {"pos", "rw"}, 100);
  ASSERT_EQ(times.size(), 2u);
  for (const double time : times) EXPECT_GT(time, 0);
  EXPECT_THROW(seconds_of_trial(race(true), {"pos"}, 100), std::runtime_error);
}

TEST(Published, IsThereForThePapersStrategies) {
  ASSERT_EQ(bugs().size(), 11u);
  EXPECT_EQ(published(bugs()[0], "pos+"), .2087);
  EXPECT_EQ(published(bugs()[10], "pos*+"), .0033);
  EXPECT_FALSE(published(bugs()[0], "surw"));
}

}  // namespace
}  // namespace morpheus
