// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include "studies/replicated_storage/harness.h"

namespace storage {
namespace {

using heddle::FailureKind;

heddle::Report explored(const Scenario& scenario, heddle::Options options) {
  options.seed = 1;
  options.save_to = "";
  options.settings.endless = true;
  options.settings.max_steps = 50'000;
  options.settings.fair_after = 500;
  options.settings.time = heddle::TimeMode::any_time;
  return heddle::explore([scenario] { run(scenario); }, options);
}

void expect_failure(const heddle::Report& report, FailureKind kind, const std::string& text) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, kind);
  EXPECT_NE(found.failure.message.find(text), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

TEST(ReplicatedStorage, TheFixedServerIsClean) {
  const heddle::Report report = explored({}, {.trials = 3'000});
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, 3'000u);
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
