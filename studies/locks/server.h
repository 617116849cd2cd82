// The lock server: one for each node, under a name that agents on all nodes know. It hands out locks in the order of
// requests, and tells all who are in a queue whenever the queue changes. It knows nothing of deadlocks.
#pragma once

#include "studies/locks/lock_table.h"

namespace locks {

inline constexpr const char* kServer = "locks_server";

// Casts to it.
struct Acquire {
  Object object;
  heddle::Pid agent;
};
struct Surrender {
  Object object;
  heddle::Pid agent;
};

struct ServerOptions {
  Versions versions = Versions::of_the_table;
  int state_work = 0;  // state_work.h
};

// Starts the server of a node, and comes back when it serves. It stays until it is stopped (stop_server()).
heddle::Pid start_server(heddle::Node node, const ServerOptions& options);

}  // namespace locks
