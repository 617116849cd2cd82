// The locks of one node: who holds what, and who waits for it. Plain rules, without messages.
#pragma once

#include <map>
#include <vector>

#include "studies/locks/lock.h"

namespace locks {

// Where versions come from.
enum class Versions : std::uint8_t {
  of_each_lock,  // each lock counts from 1, and again from 1 when it was forgotten and is made again: the bug
  of_the_table,  // one counter for all locks, which never goes back
};

class LockTable {
 public:
  LockTable(heddle::Node node, Versions versions) : node_(node), versions_(versions) {}

  // The agent waits for the lock, behind those who do already; or still does, if it is one of them.
  const Lock& acquire(Object object, heddle::Pid agent);

  // The agent goes to the end of the queue. Nothing if it is not in the queue.
  const Lock* surrender(Object object, heddle::Pid agent);

  // The agent is gone. A lock that nobody wants is forgotten; the others that it was waiting for, or held, are
  // returned, the last one first.
  std::vector<Lock> remove(heddle::Pid agent);

 private:
  int version_after(const Lock& lock) {
    return versions_ == Versions::of_the_table ? ++last_version_ : lock.version + 1;
  }

  heddle::Node node_;
  Versions versions_;
  int last_version_ = 0;
  std::map<Object, Lock> locks_;
};

}  // namespace locks
