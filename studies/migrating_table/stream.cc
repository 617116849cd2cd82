#include "studies/migrating_table/stream.h"

#include <stdexcept>

namespace migrating {

Async<> MigratingStream::lock() {
  if (!migration_.mistakes.query_streamed_lock) co_await lock_.acquire();
}

void MigratingStream::unlock() {
  if (!migration_.mistakes.query_streamed_lock) lock_.release();
}

Async<> MigratingStream::start() {
  co_await lock();
  state_ = co_await migration_.configuration.subscribe(shared_from_this());
  if (state_ < ClientState::use_new_with_tombstones) co_await open(old_, migration_.old_table, filter_);
  if (state_ > ClientState::use_old_hide_metadata) co_await open_new();
  unlock();
}

Async<> MigratingStream::open(Side& side, ChainTable& table, Filter filter) {
  side.stream = co_await table.query_streamed(std::move(filter), position_);
  co_await advance(side);
}

// All rows: one that is not wanted may hide one of the old table that is.
Async<> MigratingStream::open_new() {
  Filter filter;
  if (migration_.mistakes.query_streamed_filter_shadowing) filter = filter_;
  co_await open(new_, migration_.new_table, std::move(filter));
}

Async<> MigratingStream::advance(Side& side) {
  const std::shared_ptr<RowStream> stream = side.stream;  // the side may have another one when the row is there
  if (!stream) throw std::logic_error("the stream has been dropped, and its row was kept");
  side.next = co_await stream->read_row();
}

// The row of the new table, if both have the key.
Async<std::optional<Row>> MigratingStream::take() {
  const bool from_old = old_.next && (!new_.next || old_.next->key <= new_.next->key);
  const bool from_new = new_.next && (!old_.next || new_.next->key <= old_.next->key);
  if (!from_old && !from_new) co_return std::nullopt;
  const Row row = from_new ? *new_.next : *old_.next;
  position_ = row.key.successor();
  if (from_old) co_await advance(old_);
  if (from_new) co_await advance(new_);
  co_return row;
}

Async<std::optional<Row>> MigratingStream::read_row() {
  co_await lock();
  std::optional<Row> row = co_await take();
  while (row && (internal(*row) || tombstone(*row) || !filter_.matches(*row))) row = co_await take();
  unlock();
  if (row) row = without_metadata(*row);
  co_return row;
}

Async<Key> MigratingStream::continuation_key() {
  co_await lock();
  const Key key = position_;
  unlock();
  co_return key;
}

Async<> MigratingStream::close() {
  co_await lock();
  closed_ = true;
  old_ = new_ = {};
  migration_.configuration.unsubscribe(*this);
  unlock();
}

// From the state on in which only the new table is written and read, the old one must not be looked at: in the next,
// rows are deleted without a tombstone, and the migrator clears the old table away.
Async<> MigratingStream::apply(ClientState state) {
  const ClientState new_alone = migration_.mistakes.query_streamed_keep_old_stream
                                    ? ClientState::use_new_hide_metadata
                                    : ClientState::use_new_with_tombstones;
  co_await lock();
  if (!closed_) {
    const bool begins_new = state_ == ClientState::use_old_hide_metadata;
    const bool ends_old = state_ < new_alone && state >= new_alone;
    if (begins_new) co_await open_new();
    if (ends_old) {
      old_ = {};
      // What was copied may be behind the new stream, or newer: rows that the old stream would have returned.
      if (!begins_new && !migration_.mistakes.query_streamed_back_up_new_stream) co_await open_new();
    }
    if (!migration_.mistakes.query_streamed_save_new_config) state_ = state;
  }
  unlock();
}

}  // namespace migrating
