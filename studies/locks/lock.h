// What servers and agents tell one another about locks.
#pragma once

#include <algorithm>
#include <compare>
#include <optional>
#include <ostream>
#include <vector>

#include "heddle/heddle.h"

namespace locks {

using Object = int;  // what is locked: the same object may be locked on several nodes, each of which has a lock for it

struct LockId {
  Object object = 0;
  heddle::Node node;
  friend auto operator<=>(const LockId&, const LockId&) = default;
};

struct Lock {
  LockId id;
  int version = 0;                 // of two copies, that with the higher version is newer
  std::vector<heddle::Pid> queue;  // of agents; the first one holds the lock

  bool has(heddle::Pid agent) const { return std::find(queue.begin(), queue.end(), agent) != queue.end(); }
  heddle::Pid holder() const { return queue.front(); }
  bool contended() const { return queue.size() > 1; }
};

// A copy of a lock, from its server or from an agent that knows it.
struct Info {
  Lock lock;
  std::optional<heddle::Pid> surrendered;  // the change was that this agent went to the end of the queue
};

inline std::ostream& operator<<(std::ostream& out, const LockId& id) {
  out << id.object;
  return id.node == heddle::Node{} ? out : out << '@' << heddle::name_of(id.node);
}

inline std::ostream& operator<<(std::ostream& out, const Lock& lock) {
  out << "lock " << lock.id << " version " << lock.version << " [";
  for (const heddle::Pid agent : lock.queue) out << (agent == lock.holder() ? "" : " ") << heddle::name_of(agent);
  return out << ']';
}

inline std::ostream& operator<<(std::ostream& out, const Info& info) {
  out << info.lock;
  return info.surrendered ? out << ", surrendered by " << heddle::name_of(*info.surrendered) : out;
}

}  // namespace locks
