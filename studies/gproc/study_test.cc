// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "studies/gproc/scenario.h"

namespace gproc {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  const std::vector<studies::Case> all = cases();
  const auto found = std::ranges::find(all, "gproc." + name, &studies::Case::name);
  if (found == all.end()) throw std::invalid_argument(name);
  heddle::Options options = found->options;
  options.trials = trials;
  options.strategy = strategy;
  options.seed = 1;
  options.save_to = "";
  return heddle::explore(found->test, options);
}

void expect_failure(const heddle::Report& report, const std::string& text) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, heddle::FailureKind::assertion);
  EXPECT_NE(found.failure.message.find(text), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

TEST(Gproc, LateReportsStrandANode) {
  const heddle::Report report = explored("late_reports", 5'000);
  ASSERT_FALSE(report.ok());
  expect_failure(report, "n");
}

}  // namespace
}  // namespace gproc
