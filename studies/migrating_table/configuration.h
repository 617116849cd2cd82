// How far the migration is, and how the clients get to know.
#pragma once

#include <cstdint>
#include <memory>

#include "studies/migrating_table/async.h"

namespace migrating {

// What a client does, in the order in which the migrator moves all of them on. Those of two adjacent states get along
// with one another.
enum class ClientState : std::uint8_t {
  use_old_hide_metadata,    // as if there were no migration
  prefer_old,               // the old table, unless the partition has been switched
  prefer_new,               // the new table, with the old one behind it
  use_new_with_tombstones,  // the new table alone; deleted rows leave a mark for those who still look at the old one
  use_new_hide_metadata,    // the new table alone; marks are ignored and go
};

// Somebody who adapts to a new state while at work, and has done so when `apply` is over.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  virtual Async<> apply(ClientState state) = 0;
};

// Knows the state, and tells it. Calls that begin after `push` has begun see the new state; `push` is over when all
// who were there before have acknowledged or left.
class Configuration {
 public:
  virtual ~Configuration() = default;

  // For a call that goes on in the state in which it began: no acknowledgement until it leaves.
  virtual Async<ClientState> enter() = 0;
  virtual void leave(ClientState entered) = 0;

  // For a stream, which adapts.
  virtual Async<ClientState> subscribe(std::shared_ptr<Subscriber> subscriber) = 0;
  virtual void unsubscribe(const Subscriber& subscriber) = 0;

  virtual Async<> push(ClientState state) = 0;
};

}  // namespace migrating
