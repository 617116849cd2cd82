// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "studies/migrating_table/harness.h"
#include "studies/support/expect.h"

namespace migrating {
namespace {

// How each shows in the first trial that fails, with seed 1.
struct FoundAs {
  heddle::FailureKind kind;
  std::string text;
};
constexpr auto kDiffers = heddle::FailureKind::assertion;  // from the reference
constexpr auto kRefused = heddle::FailureKind::exception;  // by the store or the stream
const std::map<std::string, FoundAs> kFoundAs{
    {"migrating.query_atomic_filter_shadowing", {kDiffers, "a query returned"}},
    {"migrating.query_streamed_filter_shadowing", {kDiffers, "a stream returned"}},
    {"migrating.query_streamed_lock", {kRefused, "the stream has been dropped, and its row was kept"}},
    {"migrating.query_streamed_back_up_new_stream", {kDiffers, "a stream returned"}},
    {"migrating.delete_no_leave_tombstones_etag", {kRefused, "needs an If-Match, and has none"}},
    {"migrating.delete_primary_key", {kRefused, "an operation without a key"}},
    {"migrating.ensure_partition_switched_from_populated", {kDiffers, "the reference"}},
    {"migrating.tombstone_output_etag", {kDiffers, "the reference says 204"}},
    {"migrating.migrate_skip_prefer_old", {kDiffers, "the reference"}},
    {"migrating.migrate_skip_use_new_with_tombstones", {kDiffers, "the reference"}},
    {"migrating.insert_behind_migrator", {kDiffers, "and the reference"}},
};

TEST(MigratingTableStudy, FindsEveryBug) {
  std::size_t bugs = 0;
  for (const studies::Case& one : cases()) {
    if (!one.bug) continue;
    ++bugs;
    SCOPED_TRACE(one.name);
    const FoundAs& as = kFoundAs.at(one.name);
    studies::expect_failure(studies::explored(one, 20'000), as.kind, as.text);
  }
  EXPECT_EQ(bugs, 11u);
}

TEST(MigratingTableStudy, FindsNothingWhereThereIsNothing) {
  for (const studies::Case& one : cases()) {
    if (one.bug) continue;
    for (const char* strategy : {"portfolio", "rw", "pos", "pos+", "pct:3", "sticky:0.9"}) {
      SCOPED_TRACE(one.name + " " + strategy);
      studies::expect_clean(studies::explored(one, 5'000, strategy), 5'000);
    }
  }
}

}  // namespace
}  // namespace migrating
