// What tests of studies expect of an exploration.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "heddle/heddle.h"

namespace studies {

// One failure, of this kind, which says this, and which always replays.
inline void expect_failure(const heddle::Report& report, heddle::FailureKind kind, const std::string& text) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, kind) << report;
  EXPECT_NE(found.failure.message.find(text), std::string::npos) << report;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

// All of the trials, and no failure.
inline void expect_clean(const heddle::Report& report, std::uint64_t trials) {
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, trials);
}

}  // namespace studies
