// Tells agents elsewhere when the lock server of a node is back. One watcher of a node has a name, under which the
// server finds it when it starts; the others ask that one to tell their agents, too.
#pragma once

#include "studies/locks/lock.h"

namespace locks {

inline constexpr const char* kWatcher = "locks_watcher";

// From the server that has just started, to the watcher; then from watchers to agents.
struct Running {
  heddle::Node node;
};

// When a watcher looks once more whether the server is back already, after it was not at first. What is not looked at
// then may be missed for ever, since the server says only once that it runs.
enum class Recheck : std::uint8_t {
  never,            // the published watcher, with both races below
  before_retry,     // only before it tries again to get the name: the first race remains
  after_first_try,  // only when it has got the name at once: the second race remains
  after_each_try,   // whenever it has got the name
};
// The first race: the server starts after the watcher has looked, and before the watcher has got the name.
// The second: the watcher does not get the name; the one who has it is told, tells its agents and ends before it has
// heard of this one, which now gets the name, and waits.

void watch(heddle::Pid agent, Recheck recheck);

}  // namespace locks
