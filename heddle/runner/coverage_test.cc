#include "heddle/runner/coverage.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Coverage, SamplersAreSeparatedByCommas) {
  EXPECT_EQ(samplers_in(""), std::vector<std::string>());
  EXPECT_EQ(samplers_in("pos"), std::vector<std::string>({"pos"}));
  EXPECT_EQ(samplers_in("pos,pct:3"), std::vector<std::string>({"pos", "pct:3"}));
  EXPECT_EQ(samplers_in("pos,,rw"), std::vector<std::string>({"pos", "", "rw"}));
}

TEST(Coverage, CountsWhatIsInBoth) {
  Orders classes(64), sampled(64);
  for (std::uint64_t hash = 0; hash < 20; ++hash) classes.add(hash);
  for (std::uint64_t hash = 15; hash < 40; ++hash) sampled.add(hash);
  sampled.add(16);  // again
  EXPECT_EQ(sampled.common_with(classes), 5u);
  EXPECT_EQ(classes.common_with(sampled), 5u);
  EXPECT_EQ(Orders(64).common_with(classes), 0u);
}

TEST(Coverage, SamplesOnlyWhatWasSearchedToItsEnd) {
  Options options;
  options.coverage_of = "pos,rw";
  options.coverage_trials = 100;
  Orders classes(64);
  for (std::uint64_t hash = 0; hash < 10; ++hash) classes.add(hash);
  const ExploreInto explore = [](const Options& now, Orders& orders, Report& report) {
    EXPECT_FALSE(now.verify);
    EXPECT_TRUE(now.settings.run_on);
    EXPECT_TRUE(now.keep_going);
    for (std::uint64_t hash = 8; hash < 12; ++hash) orders.add(hash);
    report.trials = now.trials;
  };
  Report report;
  report.ended = Ended::time;
  measure_coverage(options, classes, explore, report);
  EXPECT_TRUE(report.coverage.empty());
  EXPECT_EQ(report.coverage_unknown, "the search did not come to its end");

  report.ended = Ended::exhausted;
  measure_coverage(options, classes, explore, report);
  EXPECT_EQ(report.coverage_unknown, "");
  ASSERT_EQ(report.coverage.size(), 2u);
  EXPECT_EQ(report.coverage[1].strategy, "rw");
  EXPECT_EQ(report.coverage[1].trials, 100u);
  EXPECT_EQ(report.coverage[1].hit, 2u);
  EXPECT_EQ(report.coverage[1].beyond, 2u);

  for (std::uint64_t hash = 0; hash < 64; ++hash) classes.add(hash);
  measure_coverage(options, classes, explore, report);
  EXPECT_EQ(report.coverage_unknown, "there are more than 48 classes");
}

}  // namespace
}  // namespace heddle
