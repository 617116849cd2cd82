#include "studies/psharp/paper.h"

#include <algorithm>
#include <array>

namespace psharp {
namespace {

constexpr std::array kTable = {
    Published{"ExtentNodeLivenessViolation", "vnext.sync_after_expiry", {10.56, 9'000}, {10.77, 9'000}},
    Published{"QueryAtomicFilterShadowing", "migrating.query_atomic_filter_shadowing", {157.22, 165}, {350.46, 108}},
    Published{"QueryStreamedLock", "migrating.query_streamed_lock", {2'121.45, 181}, {6.58, 220}},
    Published{"QueryStreamedBackUpNewStream", "migrating.query_streamed_back_up_new_stream", {}, {5.95, 232}},
    Published{"DeleteNoLeaveTombstonesETag", "migrating.delete_no_leave_tombstones_etag", {}, {4.69, 272}},
    Published{"DeletePrimaryKey", "migrating.delete_primary_key", {2.72, 168}, {2.37, 171}},
    Published{"EnsurePartitionSwitchedFromPopulated",
              "migrating.ensure_partition_switched_from_populated",
              {25.17, 85},
              {1.57, 136}},
    Published{"TombstoneOutputETag", "migrating.tombstone_output_etag", {8.25, 305}, {3.40, 242}},
    Published{
        "QueryStreamedFilterShadowing", "migrating.query_streamed_filter_shadowing", {0.55, 79}, {0.41, 79}, true},
    Published{"MigrateSkipPreferOld", "migrating.migrate_skip_prefer_old", {}, {1.13, 115}, true},
    Published{
        "MigrateSkipUseNewWithTombstones", "migrating.migrate_skip_use_new_with_tombstones", {}, {1.16, 120}, true},
    Published{"InsertBehindMigrator", "migrating.insert_behind_migrator", {0.32, 47}, {0.31, 47}, true},
};

}  // namespace

std::optional<Published> published(std::string_view name) {
  const auto found = std::ranges::find(kTable, name, &Published::of);
  return found == kTable.end() ? std::nullopt : std::optional(*found);
}

}  // namespace psharp
