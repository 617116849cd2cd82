// What stands around the extent manager in a test: a thin machine around it, machines for its nodes and for the driver
// of the test, and the monitor that says what must hold.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "heddle/heddle.h"
#include "studies/support/case.h"
#include "studies/vnext/extent_manager.h"

namespace vnext {

// --- a test ---

// How the manager learns that a node is dead.
enum class Expiry {
  told,    // the driver says so: heartbeats are left out of the model
  leases,  // by silence; a node that is only slow expires, too, and comes back
};

struct Scenario {
  Expiry expiry = Expiry::told;
  int nodes = 3;
  int holders = 1;           // the last nodes have the extent at first
  int fails_at = 3;          // replicas: then a node fails, and another is launched; 0: none fails
  int losses = 0;            // repair requests that may get lost
  int ticks = 0;             // of each timer, so that the test ends; 0: no limit, and the monitor watches
  bool silent_node = false;  // a mistake of the harness: nodes do not tell the monitor what they have copied
  ManagerOptions manager = {};
  Mistakes mistakes = {};
};

// Returns when every node has the extent.
void run(const Scenario& scenario);

std::vector<studies::Case> cases();

// --- what machines say to one another, besides messages.h ---

struct Outbound {  // from the manager's network engine to the driver, who hands it on
  NodeId to;
  RepairRequest request;
};
struct RepairFrom {  // the request, with an address
  ExtentId extent;
  heddle::Pid source;
};
struct CopyRequest {
  ExtentId extent;
  heddle::Pid to;
};
struct CopyResponse {
  ExtentId extent;
};
struct ExtentRepaired {
  NodeId node;
};
struct Fail {};
struct NodeFailed {
  NodeId node;
};
struct ExpirationTick {};
struct RepairTick {};
struct HeartbeatTick {};
struct SyncTick {};

// --- machines ---

// Has timers that tick as long as it lives, or so often as the scenario says.
class TimedMachine : public heddle::Machine {
 protected:
  explicit TimedMachine(const Scenario& scenario) : ticks_(scenario.ticks) {}

  template <class Tick>
  void tick_every(heddle::Duration period) {
    if (ticks_ == 0) start_periodic_timer(period, period, Tick{});
    for (int i = 0; i < ticks_; ++i) start_timer(period, Tick{});
  }

 private:
  int ticks_;
};

// Around the real manager: hands events on to it, calls its loops, and sends what it wants to have sent.
class ExtentManagerMachine final : public TimedMachine, private NetworkEngine {
 public:
  ExtentManagerMachine(heddle::Pid driver, const Scenario& scenario);
  void fingerprint(heddle::Fingerprint& print) const override;

 private:
  // The real one, but for how it learns of failures.
  class Tested final : public ExtentManager {
   public:
    Tested(NetworkEngine& network, const Scenario& scenario)
        : ExtentManager(network, scenario.manager, scenario.mistakes), expiry_(scenario.expiry) {}
    std::set<NodeId> failed;

   private:
    bool is_expired(NodeId node) const override {
      return expiry_ == Expiry::told ? failed.contains(node) : ExtentManager::is_expired(node);
    }
    Expiry expiry_;
  };

  heddle::State managing_ = state("Managing");

  void send(NodeId to, const RepairRequest& request) override { heddle::send(driver_, Outbound{to, request}); }
  void check_what_it_counts() const;

  heddle::Pid driver_;
  bool checked_;
  Tested manager_;
};

// A node: copies what it is asked to, and reports what it has. Keeps books as a real one does, in an ExtentCenter.
class ExtentNodeMachine final : public TimedMachine {
 public:
  ExtentNodeMachine(NodeId id, bool holds, heddle::Pid manager, heddle::Pid driver, const Scenario& scenario);
  void fingerprint(heddle::Fingerprint& print) const override { print.add(center_.replicas()); }

 private:
  heddle::State active_ = state("Active");

  void start();
  void repair(const RepairFrom& request);
  void copied(const CopyResponse& response);
  void fail();

  NodeId id_;
  heddle::Pid manager_, driver_;
  Expiry expiry_;
  bool silent_;
  ExtentCenter center_;
};

// Launches all the others, carries the manager's messages, fails a node and launches another, and ends the test when
// every node has the extent.
class TestingDriver final : public heddle::Machine {
 public:
  explicit TestingDriver(const Scenario& scenario);
  void fingerprint(heddle::Fingerprint& print) const override { print.add(failed_).add(holders_).add(lost_); }

 private:
  heddle::State replicating_ = state("Replicating"), repairing_ = state("Repairing");

  void start();
  void launch(NodeId id, bool holds);
  void relay(const Outbound& message);
  void repaired(const ExtentRepaired& repaired);
  void replace_one();
  void finish();

  Scenario scenario_;
  heddle::Pid manager_;
  std::map<NodeId, heddle::Pid> nodes_;
  std::optional<NodeId> failed_;
  std::set<NodeId> holders_;  // of the others
  int lost_ = 0;              // messages
};

// --- monitors ---

// Liveness: an extent that has too few replicas is repaired, sooner or later.
class RepairMonitor final : public heddle::Monitor {
 public:
  RepairMonitor(std::size_t target, std::set<NodeId> holders);
  void fingerprint(heddle::Fingerprint& print) const override { print.add(holders_); }

 private:
  heddle::State repaired_ = cold("Repaired"), repairing_ = hot("Repairing");

  void add(const ExtentRepaired& repaired);
  void remove(const NodeFailed& failed);
  bool enough() const { return holders_.size() >= target_; }

  std::size_t target_;
  std::set<NodeId> holders_;  // that are alive
};

// Not what must hold, but what a test should come to: a node that the manager has given up reports.
class LateReport final : public heddle::Monitor {
 public:
  LateReport();

 private:
  heddle::State watching_ = state("Watching");
};

}  // namespace vnext
