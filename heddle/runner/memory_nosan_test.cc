// Heddle's own memory counts, too: whoever runs out of it is told which option helps. Not under AddressSanitizer, where memory
// is not limited.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/heddle.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

Options in_little_memory() {
  Options options;
  options.trials = 3;
  options.seed = 5;
  options.workers = 1;
  options.save_to = "";
  options.max_memory_mb = 64;
  options.settings.max_steps = 10'000'000;
  return options;
}

// Many operations, and next to nothing in memory.
void long_test() {
  const Table<int, int> table{"table"};
  for (int i = 0; i < 400'000; ++i) table.insert(i % 3, i);
}

TEST(Memory, ThatRecordingATrialTakesIsNoNondeterminism) {
  Options options = in_little_memory();
  options.strategy = "pos+";
  const Report report = explore(long_test, options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::exception) << report;
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--max-memory"));
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr("a replay, which keeps none of it, does not fail"));
  EXPECT_EQ(report.failures[0].departed, "");
}

TEST(Memory, ThatStacksTakeRunsOutAgain) {
  Options options = in_little_memory();
  options.settings.max_tasks = 1'000'000;
  const Report report = explore(
      [] {
        for (int i = 0; i < 1'000; ++i) spawn("waiter", [] { receive<int>(); });
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::exception) << report;
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--stack-size"));
  EXPECT_EQ(report.failures[0].replays, 3u);
}

TEST(Memory, ThatASearchTakesIsTold) {
  Options options = in_little_memory();
  options.verify = true;
  options.search = "sequence";
  const Report report = explore(long_test, options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_NE(report.failures[0].failure.kind, FailureKind::nondeterminism) << report;
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--max-memory"));
  EXPECT_FALSE(report.ok());
}

}  // namespace
}  // namespace heddle
