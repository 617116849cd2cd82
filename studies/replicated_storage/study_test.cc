// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include "studies/replicated_storage/harness.h"
#include "studies/support/expect.h"

namespace storage {
namespace {

using heddle::FailureKind;
using studies::expect_clean;
using studies::expect_failure;

heddle::Report explored(const Scenario& scenario, heddle::Options options) {
  options.seed = 1;
  options.save_to = "";
  options.settings.endless = true;
  options.settings.max_steps = 50'000;
  options.settings.fair_after = 500;
  options.settings.time = heddle::TimeMode::any_time;
  return heddle::explore([scenario] { run(scenario); }, options);
}

TEST(ReplicatedStorage, TheFixedServerIsClean) {
  expect_clean(explored({}, {.trials = 3'000}), 3'000);
}

class EveryStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryStrategy, FindsThatReportsAreCounted) {
  expect_failure(explored({.mistakes = {.counts_reports = true}}, {.strategy = GetParam(), .trials = 20'000}),
                 FailureKind::assertion, "is acknowledged, and node");
}

TEST_P(EveryStrategy, FindsThatNothingIsReset) {
  const Scenario scenario{.mistakes = {.never_resets = true}};
  expect_failure(explored(scenario, {.strategy = GetParam(), .trials = 50}), FailureKind::liveness,
                 "EveryRequestIsAcked is hot, in state Waiting, and can stay so for ever");
  heddle::Options by_heat{.strategy = GetParam(), .trials = 50};
  by_heat.settings.lasso = false;
  expect_failure(explored(scenario, by_heat), FailureKind::liveness,
                 "EveryRequestIsAcked is hot, in state Waiting, and was for");
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, ::testing::Values("rw", "pos", "pos+", "pct:3"),
                         [](const auto& strategy) {
                           std::string name;
                           for (const char c : std::string(strategy.param)) name += std::isalnum(c) ? c : '_';
                           return name;
                         });

Scenario bounded(Mistakes mistakes) {
  return {.nodes = 2, .requests = 1, .mistakes = mistakes, .node = {.reports = 2}, .liveness = false};
}

TEST(ReplicatedStorage, ABoundedHarnessIsVerified) {
  const heddle::Options options{.verify = true};
  const heddle::Report report = explored(bounded({}), options);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.ended, heddle::Ended::exhausted);
  EXPECT_EQ(report.trials, 2'480u);
  expect_failure(explored(bounded({.counts_reports = true}), options), FailureKind::assertion,
                 "is acknowledged, and node");
}

}  // namespace
}  // namespace storage
