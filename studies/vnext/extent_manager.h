// The component under test: sees to it that every extent of its partition has enough replicas. Plain C++, knows nothing
// of how it is tested.
//
// It believes what it is told: heartbeats say which nodes are alive (ExtentNodeMap), sync reports what they have
// (ExtentCenter). Two loops act on that. The expiration loop forgets nodes that were silent for too long, and the
// repair loop has extents copied that have too few replicas.
#pragma once

#include <map>
#include <set>

#include "studies/vnext/extent_center.h"
#include "studies/vnext/extent_node_map.h"

namespace vnext {

// How a manager reaches its nodes. Messages may be late, and get lost.
class NetworkEngine {
 public:
  virtual ~NetworkEngine() = default;
  virtual void send(NodeId to, const RepairRequest& request) = 0;
};

// What can be wrong with a manager, each by itself. The first is the bug that the developers of vNext were after for
// months.
struct Mistakes {
  bool believes_the_expired = false;  // a sync report counts even if its sender is in no map
  bool repairs_holders = false;       // a node that has the extent may be asked to copy it, and counts twice
  bool keeps_dead_sources = false;    // a repair goes on when the node to copy from has expired
  bool never_repeats = false;         // a request is sent once: the network will see to it
  bool bans_the_expired = false;      // who has expired once is not heard any more
};

struct ManagerOptions {
  int target = 3;    // replicas of each extent
  int lease = 3;     // rounds of the expiration loop
  int patience = 2;  // rounds of the repair loop until a request is sent again
};

class ExtentManager {
 public:
  ExtentManager(NetworkEngine& network, ManagerOptions options, Mistakes mistakes = {})
      : network_(network), options_(options), mistakes_(mistakes), nodes_(options.lease) {}
  virtual ~ExtentManager() = default;

  void process_message(const Heartbeat& heartbeat);
  void process_message(const SyncReport& report);

  // One round of each. In production timers call them.
  void expiration_loop();
  void repair_loop();

  // What it believes.
  struct Repair {
    NodeId source;
    int patience;  // rounds left
  };
  using Task = std::pair<ExtentId, NodeId>;  // what is to be copied, and to whom
  const ExtentCenter& center() const { return center_; }
  const ExtentNodeMap& nodes() const { return nodes_; }
  const std::map<Task, Repair>& repairs() const { return repairs_; }
  const std::set<NodeId>& banned() const { return banned_; }

 protected:
  virtual bool is_expired(NodeId node) const { return nodes_.ran_out(node); }

 private:
  void expire(NodeId node);
  void repeat_requests();
  void start_repairs(ExtentId extent, const std::set<NodeId>& holders);

  NetworkEngine& network_;
  ManagerOptions options_;
  Mistakes mistakes_;
  ExtentNodeMap nodes_;
  ExtentCenter center_;
  std::map<Task, Repair> repairs_;  // requested, and not reported as done
  std::set<NodeId> banned_;
};

}  // namespace vnext
