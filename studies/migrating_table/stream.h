// A stream over a table that is being moved: merges a stream of the old table and one of the new, and adapts when the
// migrator goes on. (Its start, its reads and its adapting each begin with what the others have left: one at a time.)
#pragma once

#include <memory>
#include <optional>

#include "studies/migrating_table/protocol.h"

namespace migrating {

class MigratingStream final : public RowStream,
                              public Subscriber,
                              public std::enable_shared_from_this<MigratingStream> {
 public:
  MigratingStream(const Migration& migration, Filter filter, Key from)
      : migration_(migration), filter_(std::move(filter)), position_(from) {}

  Async<> start();  // once, first
  Async<std::optional<Row>> read_row() override;
  Async<Key> continuation_key() override;
  Async<> close() override;

  Async<> apply(ClientState state) override;

 private:
  // One of the tables: its stream, and the row that this will return next.
  struct Side {
    std::shared_ptr<RowStream> stream;  // null: there is none
    std::optional<Row> next;            // nothing: at its end
  };

  Async<> lock();
  void unlock();
  Async<> open(Side& side, ChainTable& table, Filter filter);
  Async<> open_new();
  static Async<> advance(Side& side);
  Async<std::optional<Row>> take();  // the next row of both sides, whether it is wanted or not

  const Migration& migration_;
  const Filter filter_;
  Key position_;  // all before it has been returned or is not wanted
  ClientState state_ = ClientState::use_old_hide_metadata;
  bool closed_ = false;
  Side old_, new_;
  AsyncLock lock_;
};

}  // namespace migrating
