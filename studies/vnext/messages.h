// What an extent manager and its extent nodes say to one another.
#pragma once

#include <vector>

namespace vnext {

using NodeId = int;
using ExtentId = int;

// "I am alive", now and then.
struct Heartbeat {
  NodeId node;
};

// Every extent that a node has, less often.
struct SyncReport {
  NodeId node;
  std::vector<ExtentId> extents;
};

// Copy this extent from that node.
struct RepairRequest {
  ExtentId extent;
  NodeId source;
};

}  // namespace vnext
