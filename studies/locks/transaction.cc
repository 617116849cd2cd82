#include "studies/locks/transaction.h"

#include <utility>

namespace locks {

Transaction::Transaction(const std::string& agent, const AgentOptions& options) {
  agent_ = heddle::spawn(agent, [options] { Agent(options).run(); });
}

Granted Transaction::lock(Object object, std::vector<heddle::Node> nodes) {
  return heddle::call(agent_, LockObject{object, std::move(nodes)}, heddle::kForever);
}

void Transaction::end() { heddle::call(agent_, End{}, heddle::kForever); }

}  // namespace locks
