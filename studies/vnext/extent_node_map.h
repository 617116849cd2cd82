// The nodes that a manager takes for alive. Each has a lease, which heartbeats renew and rounds of the expiration loop
// use up.
#pragma once

#include <algorithm>
#include <map>

#include "studies/vnext/messages.h"

namespace vnext {

class ExtentNodeMap {
 public:
  explicit ExtentNodeMap(int lease) : lease_(lease) {}

  void renew(NodeId node) { left_[node] = lease_; }
  void remove(NodeId node) { left_.erase(node); }

  void pass_round() {
    for (auto& [node, left] : left_) left = std::max(left - 1, 0);
  }

  bool knows(NodeId node) const { return left_.contains(node); }
  bool ran_out(NodeId node) const { return left_.at(node) == 0; }
  const std::map<NodeId, int>& leases() const { return left_; }

 private:
  int lease_;                   // rounds
  std::map<NodeId, int> left_;  // of them
};

}  // namespace vnext
