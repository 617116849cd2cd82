// The mistakes of the paper's table 2, each behind a switch, and one that does no harm. README.md tells what comes of
// them.
#pragma once

namespace migrating {

struct Mistakes {
  bool query_atomic_filter_shadowing = false;             // the new table is asked only for rows that match
  bool query_streamed_filter_shadowing = false;           // the same, of streams
  bool query_streamed_lock = false;                       // a stream adapts while it is read
  bool query_streamed_back_up_new_stream = false;         // the old stream is dropped, the new one goes on where it is
  bool query_streamed_save_new_config = false;            // a stream forgets its new state; harmless
  bool delete_no_leave_tombstones_etag = false;           // rows are deleted without If-Match in the last state
  bool delete_primary_key = false;                        // deletes are sent to the new table without a key
  bool ensure_partition_switched_from_populated = false;  // a partition that has a state counts as switched
  bool tombstone_output_etag = false;                     // a delete returns the ETag of the tombstone
  bool migrate_skip_prefer_old = false;                   // the migrator leaves out a state
  bool migrate_skip_use_new_with_tombstones = false;      // and here another
  bool insert_behind_migrator = false;                    // rows are copied while clients prefer the old table
  // Not in the paper's table, and in the protocol as it was published:
  bool query_streamed_keep_old_stream = false;  // a stream looks at the old table one state too long
};

}  // namespace migrating
