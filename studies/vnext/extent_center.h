// Which nodes have which extents: all of them at a manager, its own at a node.
#pragma once

#include <map>
#include <set>

#include "studies/vnext/messages.h"

namespace vnext {

class ExtentCenter {
 public:
  using Replicas = std::map<ExtentId, std::set<NodeId>>;

  void add(ExtentId extent, NodeId node) { replicas_[extent].insert(node); }

  // A node has nothing any more. An extent that was only there stays known.
  void remove(NodeId node);

  // A node has exactly this.
  void update(const SyncReport& report);

  bool has(ExtentId extent, NodeId node) const;
  SyncReport report_of(NodeId node) const;
  const Replicas& replicas() const { return replicas_; }

 private:
  Replicas replicas_;
};

}  // namespace vnext
