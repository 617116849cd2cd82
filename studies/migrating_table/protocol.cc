#include "studies/migrating_table/protocol.h"

namespace migrating {

namespace {

// True: it is switched now, by us or by others. False: it has to be looked at again.
Async<bool> switch_from(const Migration& migration, Word partition, std::optional<PartitionState> state) {
  const Row meta = meta_row(partition, PartitionState::switched);
  if (state == PartitionState::populated) {
    Batch batch{{OperationKind::replace, meta, IfMatch::any()},
                {OperationKind::erase, {{partition, kAssertionRow}, kNoETag, {}}, IfMatch::any()}};
    co_await migration.old_table.execute_batch(std::move(batch));  // a failure: somebody else did
    co_return true;
  }
  Batch batch{{OperationKind::insert, meta, {}}};
  const BatchOutcome outcome = co_await migration.old_table.execute_batch(std::move(batch));
  co_return std::holds_alternative<BatchResult>(outcome);
}

}  // namespace

bool tombstone(const Row& row) {
  const std::int64_t* const deleted = row.properties.find(kDeleted);
  return deleted && *deleted == 1;
}

Row tombstone_at(const Key& key) { return {key, kNoETag, {{kDeleted, 1}}}; }

Row marked_as_living(Row row) {
  row.properties.set(kDeleted, 0);
  return row;
}

Row without_metadata(Row row) {
  row.properties.erase(kDeleted);
  return row;
}

Row meta_row(Word partition, PartitionState state) {
  return {{partition, kMetaRow}, kNoETag, {{kPartitionState, static_cast<std::int64_t>(state)}}};
}

std::optional<PartitionState> partition_state(const Rows& rows) {
  for (const Row& row : rows)
    if (row.key.row == kMetaRow) return static_cast<PartitionState>(*row.properties.find(kPartitionState));
  return std::nullopt;
}

Async<std::optional<Row>> retrieve(ChainTable& table, Key key) {
  Rows rows = co_await table.query_atomic(at(key));
  if (rows.empty()) co_return std::nullopt;
  co_return rows.front();
}

Async<> ensure_partition_switched(const Migration& migration, Word partition) {
  if (migration.mistakes.ensure_partition_switched_from_populated) {
    co_await switch_from(migration, partition, std::nullopt);
    co_return;
  }
  for (;;) {
    const Rows meta = co_await migration.old_table.query_atomic(at({partition, kMetaRow}));
    const std::optional<PartitionState> state = partition_state(meta);
    if (state == PartitionState::switched) co_return;
    if (co_await switch_from(migration, partition, state)) co_return;
  }
}

Async<> try_copy(const Migration& migration, Row row, Witness& witness) {
  Batch batch{{OperationKind::insert, marked_as_living(row), {}}};
  const BatchOutcome outcome = co_await migration.new_table.execute_batch(std::move(batch));
  if (const BatchResult* const result = std::get_if<BatchResult>(&outcome))
    witness.etag_changed(row.key, result->front().etag);
}

}  // namespace migrating
