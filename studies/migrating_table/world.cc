#include "studies/migrating_table/world.h"

#include <algorithm>

#include "studies/migrating_table/text.h"

namespace migrating {

using heddle::log;
using heddle::async::yield;

Async<BatchOutcome> BackendTable::execute_batch(Batch batch) {
  co_await yield();
  BatchOutcome outcome = table_.execute(batch);
  log("{}: {} -> {}", name_, batch, outcome);
  co_return outcome;
}

Async<Rows> BackendTable::query_atomic(Filter filter) {
  co_await yield();
  Rows rows = table_.query(filter);
  log("{}: query -> {}", name_, rows);
  co_return rows;
}

Async<std::shared_ptr<RowStream>> BackendTable::query_streamed(Filter filter, Key from) {
  co_await yield();
  log("{}: stream from {}", name_, from);
  co_return std::make_shared<BackendStream>(name_, table_, table_.scan(std::move(filter), from));
}

Async<std::optional<Row>> BackendStream::read_row() {
  co_await yield();
  const SpecTable::Valid valid = table_.valid_next(scan_);
  const std::size_t count = valid.rows.size() + (valid.end ? 1 : 0);
  const std::size_t chosen = count == 1 ? 0 : heddle::choose(static_cast<std::uint32_t>(count));
  if (chosen == valid.rows.size()) {
    log("{}: stream ends", name_);
    co_return std::nullopt;
  }
  const Row& row = valid.rows[chosen];
  scan_.from = row.key.successor();
  log("{}: stream -> {}", name_, row);
  co_return row;
}

// --- configuration ---

Async<ClientState> ConfigurationModel::enter() {
  co_await yield();
  ++inside_;
  log("in state {}", state_);
  co_return state_;
}

void ConfigurationModel::leave(ClientState entered) {
  if (entered == state_) {
    --inside_;
    return;
  }
  if (--inside_old_ > 0 || !old_ones_left_) return;
  const heddle::Promise<> left = *old_ones_left_;
  old_ones_left_.reset();
  left.set();
}

Async<ClientState> ConfigurationModel::subscribe(std::shared_ptr<Subscriber> subscriber) {
  co_await yield();
  subscribers_.push_back(std::move(subscriber));
  log("in state {}", state_);
  co_return state_;
}

void ConfigurationModel::unsubscribe(const Subscriber& subscriber) {
  std::erase_if(subscribers_, [&](const std::shared_ptr<Subscriber>& one) { return one.get() == &subscriber; });
}

Async<> ConfigurationModel::push(ClientState state) {
  co_await yield();
  log("push {}", state);
  state_ = state;
  inside_old_ = std::exchange(inside_, 0);
  const std::vector<std::shared_ptr<Subscriber>> told = subscribers_;  // later ones know
  for (const std::shared_ptr<Subscriber>& subscriber : told) co_await subscriber->apply(state);
  if (inside_old_ == 0) co_return;
  const heddle::Promise<> left("old calls are over");
  old_ones_left_ = left;
  co_await left.future();
}

}  // namespace migrating
