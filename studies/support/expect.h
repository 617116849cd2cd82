// How tests of studies explore cases, and what they expect of that.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/support/case.h"

namespace studies {

// With one worker, so that the first failure is always the same.
inline heddle::Report explored(const Case& one, std::uint64_t trials, const std::string& strategy = "portfolio") {
  heddle::Options options = one.options;
  options.strategy = strategy;
  options.trials = trials;
  options.seed = 1;
  options.workers = 1;
  options.save_to = "";
  return heddle::explore(one.test, options);
}

// One failure, of this kind, which says one of these, and which always replays. A bug that shows in several ways has
// several: which of them comes first is up to the sampler.
inline void expect_failure(const heddle::Report& report, heddle::FailureKind kind,
                           const std::vector<std::string>& one_of) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, kind) << report;
  EXPECT_TRUE(std::ranges::any_of(one_of, [&](const std::string& text) {
    return found.failure.message.find(text) != std::string::npos;
  })) << report;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

inline void expect_failure(const heddle::Report& report, heddle::FailureKind kind, const std::string& text) {
  expect_failure(report, kind, std::vector{text});
}

// All of the trials, and no failure.
inline void expect_clean(const heddle::Report& report, std::uint64_t trials) {
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, trials);
}

}  // namespace studies
