// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: migrating.query_atomic_filter_shadowing
// EXPECT-FAILURE: migrating.query_streamed_filter_shadowing
// EXPECT-FAILURE: migrating.query_streamed_lock
// EXPECT-FAILURE: migrating.query_streamed_back_up_new_stream
// EXPECT-FAILURE: migrating.delete_no_leave_tombstones_etag
// EXPECT-FAILURE: migrating.delete_primary_key
// EXPECT-FAILURE: migrating.ensure_partition_switched_from_populated
// EXPECT-FAILURE: migrating.tombstone_output_etag
// EXPECT-FAILURE: migrating.migrate_skip_prefer_old
// EXPECT-FAILURE: migrating.migrate_skip_use_new_with_tombstones
// EXPECT-FAILURE: migrating.insert_behind_migrator
// EXPECT-FAILURE: migrating.published
#include "heddle/heddle.h"
#include "studies/migrating_table/harness.h"

namespace migrating {
namespace {

[[maybe_unused]] const bool kAdded = [] {
  studies::add_tests(cases(), __FILE__, __LINE__);
  studies::add_tests({published_case()}, __FILE__, __LINE__);
  return true;
}();

}  // namespace
}  // namespace migrating
