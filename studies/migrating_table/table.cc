#include "studies/migrating_table/table.h"

#include <algorithm>

#include "studies/migrating_table/stream.h"
#include "studies/migrating_table/translation.h"
#include "studies/migrating_table/validate.h"

namespace migrating {

namespace {

Filter affected_rows(const Batch& batch) {
  Filter rows = row_key() == batch.front().row.key.row;
  for (std::size_t i = 1; i < batch.size(); ++i) rows = rows || row_key() == batch[i].row.key.row;
  return in_partition(batch.front().row.key.partition) && rows;
}

const Row* find(const Rows& rows, const Key& key) {
  const auto found = std::ranges::find(rows, key, &Row::key);
  return found == rows.end() ? nullptr : &*found;
}

// Each of the operations, or the first error.
std::variant<Batch, BatchError> translate_all(const Batch& batch, const Rows& existing, ClientState state,
                                              const Mistakes& mistakes) {
  Batch translated;
  translated.reserve(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto one = translate(batch[i], find(existing, batch[i].row.key), state, mistakes);
    if (const Status* const error = std::get_if<Status>(&one)) return BatchError{*error, i};
    translated.push_back(std::get<Operation>(one));
  }
  return translated;
}

// Rows of the new table go before those of the old one; both are sorted.
Rows overlaid(const Rows& old_rows, const Rows& new_rows) {
  Rows rows;
  rows.reserve(old_rows.size() + new_rows.size());
  std::ranges::set_union(new_rows, old_rows, std::back_inserter(rows), {}, &Row::key, &Row::key);
  return rows;
}

// As the application may see them.
Rows presented(Rows rows, const Filter& filter) {
  std::erase_if(rows, [&](const Row& row) { return internal(row) || tombstone(row) || !filter.matches(row); });
  for (Row& row : rows) row = without_metadata(row);
  return rows;
}

}  // namespace

// --- writes ---

// A call goes on in the state in which it began, and the migrator waits for its end. (If the caller has made a mistake
// and this throws, the call never leaves: there is nothing to go on with.)
Async<BatchOutcome> MigratingTable::execute_batch(Batch batch) {
  validate(batch);
  const ClientState state = co_await migration_.configuration.enter();
  BatchOutcome outcome = co_await execute_in(state, batch);
  migration_.configuration.leave(state);
  co_return outcome;
}

Async<BatchOutcome> MigratingTable::execute_in(ClientState state, const Batch& batch) {
  if (state == ClientState::use_old_hide_metadata) {
    BatchOutcome outcome = co_await migration_.old_table.execute_batch(batch);
    witness_.linearized(&outcome);
    co_return outcome;
  }
  if (state == ClientState::prefer_old) {
    std::optional<BatchOutcome> outcome = co_await execute_on_old_unless_switched(batch);
    if (outcome) co_return std::move(*outcome);
  }
  co_return co_await execute_on_new(state, batch);
}

// The batch also touches the assertion row, and fails if that has gone: nothing is returned then.
Async<std::optional<BatchOutcome>> MigratingTable::execute_on_old_unless_switched(const Batch& batch) {
  const Word partition = batch.front().row.key.partition;
  Batch populate{{OperationKind::insert, meta_row(partition, PartitionState::populated), {}},
                 {OperationKind::insert, {{partition, kAssertionRow}, kNoETag, {}}, {}}};
  co_await migration_.old_table.execute_batch(std::move(populate));  // a failure: there was a meta row already

  Batch asserting{{OperationKind::merge, {{partition, kAssertionRow}, kNoETag, {}}, IfMatch::any()}};
  asserting.insert(asserting.end(), batch.begin(), batch.end());
  BatchOutcome outcome = co_await migration_.old_table.execute_batch(std::move(asserting));
  if (BatchError* const error = std::get_if<BatchError>(&outcome)) {
    if (error->index == 0) co_return std::nullopt;
    --error->index;
  } else {
    BatchResult& result = std::get<BatchResult>(outcome);
    result.erase(result.begin());
  }
  witness_.linearized(&outcome);
  co_return outcome;
}

// Everything that is written depends on the rows being as they were seen; if they are not, it has to be done again.
Async<BatchOutcome> MigratingTable::execute_on_new(ClientState state, const Batch& batch) {
  // In the last state nobody looks at the old table any more, and the migrator clears it away.
  if (state < ClientState::use_new_hide_metadata)
    co_await ensure_partition_switched(migration_, batch.front().row.key.partition);
  if (state <= ClientState::prefer_new) co_await ensure_affected_rows_migrated(batch);

  for (;;) {
    const Rows existing = co_await migration_.new_table.query_atomic(affected_rows(batch));
    auto translated = translate_all(batch, existing, state, migration_.mistakes);
    if (const BatchError* const error = std::get_if<BatchError>(&translated)) {
      const BatchOutcome outcome = *error;
      witness_.linearized(&outcome);
      co_return outcome;
    }
    const BatchOutcome written = co_await migration_.new_table.execute_batch(std::get<Batch>(std::move(translated)));
    if (const BatchResult* const result = std::get_if<BatchResult>(&written)) {
      const BatchOutcome outcome = answer(batch, *result);
      witness_.linearized(&outcome);
      co_return outcome;
    }
  }
}

Async<> MigratingTable::ensure_affected_rows_migrated(const Batch& batch) {
  const Filter affected = affected_rows(batch);
  const Rows old_rows = co_await migration_.old_table.query_atomic(affected);
  if (old_rows.empty()) co_return;
  const Rows new_rows = co_await migration_.new_table.query_atomic(affected);
  for (const Row& row : old_rows)
    if (!find(new_rows, row.key)) co_await try_copy(migration_, row, witness_);
}

// What was written as something else is reported as what was asked for.
BatchOutcome MigratingTable::answer(const Batch& batch, const BatchResult& written) const {
  BatchResult result;
  result.reserve(batch.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const bool has_etag = !erases(batch[i].kind) || migration_.mistakes.tombstone_output_etag;
    result.push_back({success_of(batch[i].kind), has_etag ? written[i].etag : kNoETag});
  }
  return result;
}

// --- reads ---

Async<Rows> MigratingTable::query_atomic(Filter filter) {
  partition_of(filter);  // or it throws
  const ClientState state = co_await migration_.configuration.enter();
  Rows rows = co_await query_in(state, filter);
  migration_.configuration.leave(state);
  co_return presented(std::move(rows), filter);
}

Async<Rows> MigratingTable::query_in(ClientState state, const Filter& filter) {
  if (state == ClientState::prefer_old || state == ClientState::prefer_new) co_return co_await query_both(filter);
  ChainTable& table = state == ClientState::use_old_hide_metadata ? migration_.old_table : migration_.new_table;
  Rows rows = co_await table.query_atomic(filter);
  witness_.linearized(nullptr);
  co_return rows;
}

// The new table is asked for the whole partition: a row that does not match may hide one of the old table that does.
Async<Rows> MigratingTable::query_both(const Filter& filter) {
  const Filter partition = in_partition(partition_of(filter));
  Filter with_meta_row = partition && (filter.within_partition() || row_key() == kMetaRow);
  Rows old_rows = co_await migration_.old_table.query_atomic(std::move(with_meta_row));
  if (partition_state(old_rows) != PartitionState::switched) {
    witness_.linearized(nullptr);
    co_return old_rows;
  }
  Filter wanted = partition;
  if (migration_.mistakes.query_atomic_filter_shadowing) wanted = filter;
  const Rows new_rows = co_await migration_.new_table.query_atomic(std::move(wanted));
  witness_.linearized(nullptr);
  co_return overlaid(old_rows, new_rows);
}

Async<std::shared_ptr<RowStream>> MigratingTable::query_streamed(Filter filter, Key from) {
  auto stream = std::make_shared<MigratingStream>(migration_, std::move(filter), from);
  co_await stream->start();
  co_return stream;
}

}  // namespace migrating
