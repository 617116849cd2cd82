// A table that is being moved from an old table to a new one while it is used. Every process of the application has
// one of its own, on the same two tables; a migrator (migrator.h) moves the rows and tells all of them how far it is.
#pragma once

#include "studies/migrating_table/protocol.h"

namespace migrating {

class MigratingTable final : public ChainTable {
 public:
  // All of it must outlive the table and its streams.
  MigratingTable(const Migration& migration, Witness& witness) : migration_(migration), witness_(witness) {}

  Async<BatchOutcome> execute_batch(Batch batch) override;
  Async<Rows> query_atomic(Filter filter) override;
  Async<std::shared_ptr<RowStream>> query_streamed(Filter filter, Key from = {}) override;

 private:
  Async<BatchOutcome> execute_in(ClientState state, const Batch& batch);
  Async<std::optional<BatchOutcome>> execute_on_old_unless_switched(const Batch& batch);
  Async<BatchOutcome> execute_on_new(ClientState state, const Batch& batch);
  Async<> ensure_affected_rows_migrated(const Batch& batch);
  BatchOutcome answer(const Batch& batch, const BatchResult& written) const;

  Async<Rows> query_in(ClientState state, const Filter& filter);
  Async<Rows> query_both(const Filter& filter);

  const Migration& migration_;
  Witness& witness_;
};

}  // namespace migrating
