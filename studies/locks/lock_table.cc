#include "studies/locks/lock_table.h"

#include <algorithm>

namespace locks {

using heddle::Pid;

const Lock& LockTable::acquire(Object object, Pid agent) {
  Lock& lock = locks_[object];
  lock.id = {object, node_};
  lock.version = version_after(lock);
  if (!lock.has(agent)) lock.queue.push_back(agent);
  return lock;
}

const Lock* LockTable::surrender(Object object, Pid agent) {
  const auto found = locks_.find(object);
  if (found == locks_.end() || !found->second.has(agent)) return nullptr;
  Lock& lock = found->second;
  std::erase(lock.queue, agent);
  lock.queue.push_back(agent);
  lock.version = version_after(lock);
  return &lock;
}

std::vector<Lock> LockTable::remove(Pid agent) {
  std::vector<Lock> left;
  for (auto at = locks_.begin(); at != locks_.end();) {
    Lock& lock = at->second;
    const bool changed = std::erase(lock.queue, agent) > 0;
    if (lock.queue.empty()) {
      at = locks_.erase(at);
      continue;
    }
    if (changed) {
      lock.version = version_after(lock);
      left.push_back(lock);
    }
    ++at;
  }
  std::reverse(left.begin(), left.end());
  return left;
}

}  // namespace locks
