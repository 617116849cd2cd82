// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "studies/migrating_table/harness.h"

namespace migrating {
namespace {

heddle::Report explored(const studies::Case& one, std::uint64_t trials, const std::string& strategy = "portfolio") {
  return heddle::explore(one.test, {.strategy = strategy, .trials = trials, .seed = 1, .workers = 1, .save_to = ""});
}

// How each shows in the first trial that fails, with seed 1.
const std::map<std::string, std::string> kFoundAs{
    {"migrating.query_atomic_filter_shadowing", "a query returned"},
    {"migrating.query_streamed_filter_shadowing", "a stream returned"},
    {"migrating.query_streamed_lock", "the stream has been dropped, and its row was kept"},
    {"migrating.query_streamed_back_up_new_stream", "a stream returned"},
    {"migrating.delete_no_leave_tombstones_etag", "needs an If-Match, and has none"},
    {"migrating.delete_primary_key", "an operation without a key"},
    {"migrating.ensure_partition_switched_from_populated", "the reference"},
    {"migrating.tombstone_output_etag", "the reference says 204"},
    {"migrating.migrate_skip_prefer_old", "the reference"},
    {"migrating.migrate_skip_use_new_with_tombstones", "the reference has no such row"},
    {"migrating.insert_behind_migrator", "a query returned nothing, and the reference"},
};

TEST(MigratingTableStudy, FindsEveryBug) {
  std::size_t bugs = 0;
  for (const studies::Case& one : cases()) {
    if (!one.bug) continue;
    ++bugs;
    const heddle::Report report = explored(one, 20'000);
    ASSERT_EQ(report.failures.size(), 1u) << one.name << report;
    const heddle::FoundFailure& found = report.failures[0];
    EXPECT_NE(found.failure.message.find(kFoundAs.at(one.name)), std::string::npos) << one.name << report;
    EXPECT_EQ(found.replays, found.attempts) << found.departed;
    EXPECT_GT(found.attempts, 0u);
  }
  EXPECT_EQ(bugs, 11u);
}

TEST(MigratingTableStudy, FindsNothingWhereThereIsNothing) {
  for (const studies::Case& one : cases()) {
    if (one.bug) continue;
    for (const char* strategy : {"portfolio", "rw", "pos", "pos+", "pct:3", "sticky:0.9"}) {
      const heddle::Report report = explored(one, 5'000, strategy);
      EXPECT_TRUE(report.ok()) << one.name << report;
      EXPECT_EQ(report.trials, 5'000u);
    }
  }
}

}  // namespace
}  // namespace migrating
