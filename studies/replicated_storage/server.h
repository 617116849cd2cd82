// The component under test: keeps what a client writes on several storage nodes, and acknowledges it when all have it.
// Plain C++, knows nothing of how it is tested.
#pragma once

#include <set>
#include <vector>

namespace storage {

// One write of a client.
struct Entry {
  int number = 0;
  int value = 0;
  friend bool operator==(const Entry&, const Entry&) = default;
};

using Log = std::vector<Entry>;
using NodeId = int;

// What the server needs of the world.
class Network {
 public:
  virtual ~Network() = default;
  virtual void replicate(NodeId to, const Entry& entry) = 0;
  virtual void acknowledge(const Entry& entry) = 0;
};

// The mistakes of the paper's figure 1, each by itself.
struct Mistakes {
  bool counts_reports = false;  // that say a node is up to date, instead of nodes that are
  bool never_resets = false;    // what it has counted, when a new write comes
};

class Server {
 public:
  Server(Network& network, std::vector<NodeId> nodes, Mistakes mistakes = {})
      : network_(network), nodes_(std::move(nodes)), mistakes_(mistakes) {}

  // A client writes.
  void on_request(const Entry& entry);

  // A node reports what it has, as it does now and then.
  void on_report(NodeId from, const Log& log);

 private:
  bool counts(NodeId node);

  Network& network_;
  std::vector<NodeId> nodes_;
  Mistakes mistakes_;
  Entry current_;
  std::multiset<NodeId> up_to_date_;
};

}  // namespace storage
