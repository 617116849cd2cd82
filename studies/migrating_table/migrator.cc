#include "studies/migrating_table/migrator.h"

namespace migrating {

Async<> Migrator::run() {
  const Mistakes& mistakes = migration_.mistakes;
  Configuration& configuration = migration_.configuration;
  if (!mistakes.migrate_skip_prefer_old) co_await configuration.push(ClientState::prefer_old);
  if (!mistakes.insert_behind_migrator) co_await configuration.push(ClientState::prefer_new);
  co_await copy();
  if (!mistakes.migrate_skip_use_new_with_tombstones) co_await configuration.push(ClientState::use_new_with_tombstones);
  co_await configuration.push(ClientState::use_new_hide_metadata);
  co_await clean_up_new();
  co_await clear_old();
}

// All clients write to the new table. What is in the old one stays as it is, once its partition is switched.
Async<> Migrator::copy() {
  std::shared_ptr<RowStream> rows = co_await migration_.old_table.query_streamed({});
  Word partition;
  while (std::optional<Row> row = co_await rows->read_row()) {
    if (row->key.partition != partition) {
      partition = row->key.partition;
      co_await ensure_partition_switched(migration_, partition);
      if (migration_.mistakes
              .insert_behind_migrator) {  // else rows that were written before the switch would be missed
        rows = co_await migration_.old_table.query_streamed({}, Key{partition, {}});
        continue;
      }
    }
    if (!internal(*row)) co_await try_copy(migration_, *row, witness_);
  }
}

// Nobody looks at the old table any more: marks are not needed.
Async<> Migrator::clean_up_new() {
  const std::shared_ptr<RowStream> rows = co_await migration_.new_table.query_streamed({});
  while (std::optional<Row> row = co_await rows->read_row()) co_await clean_up(*row);
}

Async<> Migrator::clean_up(Row row) {
  for (;;) {
    const bool dead = tombstone(row);
    Batch batch{
        {dead ? OperationKind::erase : OperationKind::replace, without_metadata(row), IfMatch::exactly(row.etag)}};
    const BatchOutcome outcome = co_await migration_.new_table.execute_batch(std::move(batch));
    if (const BatchResult* const result = std::get_if<BatchResult>(&outcome)) {
      if (!dead) witness_.etag_changed(row.key, result->front().etag);
      co_return;
    }
    if (std::get<BatchError>(outcome).status == Status::not_found) co_return;
    const std::optional<Row> now = co_await retrieve(migration_.new_table, row.key);
    if (!now) co_return;
    row = *now;
  }
}

Async<> Migrator::clear_old() {
  const std::shared_ptr<RowStream> rows = co_await migration_.old_table.query_streamed({});
  while (std::optional<Row> row = co_await rows->read_row()) {
    Batch batch{{OperationKind::erase, {row->key, kNoETag, {}}, IfMatch::any()}};
    co_await migration_.old_table.execute_batch(std::move(batch));
  }
}

}  // namespace migrating
