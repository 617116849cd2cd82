// The world around the migrating tables of a test: the tables behind them and the configuration service, modelled, and
// the reference. As in the paper all of it is in one place, and one call is served after another: every call of a
// backend table or of the configuration is one operation, and whatever its caller does with the answer, up to its next
// call, belongs to the same step. So nobody ever sees the reference out of step with the tables.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/heddle.h"
#include "studies/migrating_table/protocol.h"
#include "studies/migrating_table/spec.h"

namespace migrating {

class BackendTable final : public ChainTable {
 public:
  BackendTable(const char* name, ETag first_etag) : name_(name), table_(first_etag) {}

  Async<BatchOutcome> execute_batch(Batch batch) override;
  Async<Rows> query_atomic(Filter filter) override;
  Async<std::shared_ptr<RowStream>> query_streamed(Filter filter, Key from = {}) override;

  SpecTable& contents() { return table_; }

 private:
  const char* name_;
  SpecTable table_;
};

// Whatever may be returned next is returned, some time.
class BackendStream final : public RowStream {
 public:
  BackendStream(const char* name, const SpecTable& table, SpecTable::Scan scan)
      : name_(name), table_(table), scan_(std::move(scan)) {}

  Async<std::optional<Row>> read_row() override;
  Async<Key> continuation_key() override { co_return scan_.from; }
  Async<> close() override { co_return; }

 private:
  const char* name_;
  const SpecTable& table_;
  SpecTable::Scan scan_;
};

class ConfigurationModel final : public Configuration {
 public:
  Async<ClientState> enter() override;
  void leave(ClientState entered) override;
  Async<ClientState> subscribe(std::shared_ptr<Subscriber> subscriber) override;
  void unsubscribe(const Subscriber& subscriber) override;
  Async<> push(ClientState state) override;

 private:
  ClientState state_ = ClientState::use_old_hide_metadata;
  int inside_ = 0;                                  // calls that began in this state
  int inside_old_ = 0;                              // calls that began in an earlier one
  std::optional<heddle::Promise<>> old_ones_left_;  // a push waits for it
  std::vector<std::shared_ptr<Subscriber>> subscribers_;
};

struct World {
  explicit World(const Mistakes& mistakes) : migration{old_table, new_table, configuration, mistakes} {}

  BackendTable old_table{"old", 1000}, new_table{"new", 2000};
  SpecTable reference;
  ConfigurationModel configuration;
  Migration migration;
};

}  // namespace migrating
