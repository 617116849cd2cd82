// What clients of the lock service see.
#pragma once

#include <string>

#include "studies/locks/agent.h"

namespace locks {

// Locks are taken one after the other, and kept until the end: the agent sees to it that this does not end in a
// deadlock. While lock() waits, a lock that the transaction had may go to another one and come back; when lock() has
// returned, it has all of them.
class Transaction {
 public:
  Transaction(const std::string& agent, const AgentOptions& options);  // the agent's name in reports

  Granted lock(Object object) { return lock(object, {heddle::this_node()}); }
  Granted lock(Object object, std::vector<heddle::Node> nodes);
  void end();

 private:
  heddle::Pid agent_;
};

}  // namespace locks
