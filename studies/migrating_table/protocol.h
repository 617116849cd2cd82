// What clients and the migrator have in common: the rows and properties by which they talk to one another through the
// two tables, and the steps that both take.
//
// A partition of the old table has a meta row. Absent or populated: the old table has all of the partition, nothing of
// it is in the new one. Switched: the old table is not written any more, and rows of the new table go before rows of
// the old one. Beside a meta row that says populated there is an assertion row; writers touch it in the same batch, and
// so fail when the partition has been switched.
//
// A row of the new table may be a tombstone: deleted, and not to be looked for in the old table.
#pragma once

#include <optional>

#include "studies/migrating_table/chain_table.h"
#include "studies/migrating_table/configuration.h"
#include "studies/migrating_table/mistakes.h"

namespace migrating {

// --- metadata: names that begin with '!' belong to the protocol ---

inline constexpr Word kMetaRow = "!meta";
inline constexpr Word kAssertionRow = "!assert";
inline constexpr Word kPartitionState = "!state";  // of a meta row
inline constexpr Word kDeleted = "!deleted";       // of a row in the new table: 1 in a tombstone

enum class PartitionState : std::uint8_t { populated, switched };

inline bool internal(const Row& row) { return row.key.row.first() == '!'; }
bool tombstone(const Row& row);
Row tombstone_at(const Key& key);
Row marked_as_living(Row row);  // before the last state
Row without_metadata(Row row);

Row meta_row(Word partition, PartitionState state);
std::optional<PartitionState> partition_state(const Rows& rows);  // as the meta row among them says

// --- linearization points, told to whoever tests the protocol ---

// Called in the same breath as the call of a backend table that it is about returns.
class Witness {
 public:
  virtual ~Witness() = default;
  // The call under way has taken effect, and this is its outcome if it is a batch. Once for every batch and atomic
  // query.
  virtual void linearized(const BatchOutcome* outcome) = 0;
  // A row was only moved or cleaned up, but its ETag is another one.
  virtual void etag_changed(const Key& key, ETag etag) = 0;
};

// --- steps ---

// The tables, and what everybody has to know who works on them.
struct Migration {
  ChainTable& old_table;
  ChainTable& new_table;
  Configuration& configuration;
  Mistakes mistakes = {};
};

Async<std::optional<Row>> retrieve(ChainTable& table, Key key);

// Afterwards nobody writes to this partition of the old table.
Async<> ensure_partition_switched(const Migration& migration, Word partition);

// A row of the old table into the new one, unless there is one already.
Async<> try_copy(const Migration& migration, Row row, Witness& witness);

}  // namespace migrating
