// Who waits for whom, as far as an agent knows.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "studies/locks/lock.h"

namespace locks {

// A way out of a deadlock: this agent must give this lock to the others.
struct Deadlock {
  heddle::Pid victim;
  LockId lock;
  friend auto operator<=>(const Deadlock&, const Deadlock&) = default;
};

struct Cycle {
  std::vector<LockId> locks;
  Deadlock way_out;
};

using Known = std::map<LockId, Lock>;

// The first cycle among locks that agents hold and others, who hold locks themselves, wait for. Whoever knows the same
// locks comes to the same victim: the youngest agent of the cycle, with the last lock that it holds there.
std::optional<Cycle> find_cycle(const Known& known);

}  // namespace locks
