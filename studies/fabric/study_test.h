// Running a case of the study in its tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "studies/fabric/harness.h"

namespace fabric {

inline studies::Case case_named(const std::string& name) {
  const std::vector<studies::Case> all = cases();
  return *std::find_if(all.begin(), all.end(), [&](const studies::Case& one) { return one.name == name; });
}

inline heddle::Report explored(const std::string& name, std::uint64_t trials,
                               const std::string& strategy = "portfolio") {
  const studies::Case found = case_named(name);
  heddle::Options options = found.options;
  options.strategy = strategy;
  options.trials = trials;
  options.seed = 1;
  options.workers = 1;  // so that the first failure is always the same
  options.save_to = "";
  return heddle::explore(found.test, options);
}

inline void expect_failure(const heddle::Report& report, heddle::FailureKind kind, const std::string& text) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, kind);
  EXPECT_NE(found.failure.message.find(text), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

inline void expect_clean(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  const heddle::Report report = explored(name, trials, strategy);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, trials);
}

}  // namespace fabric
