#include "studies/vnext/harness.h"

#include <utility>

namespace vnext {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

constexpr ExtentId kExtent = 7;

bool holds_at_first(const Scenario& scenario, NodeId node) { return node >= scenario.nodes - scenario.holders; }

}  // namespace

// --- the manager ---

ExtentManagerMachine::ExtentManagerMachine(Pid driver, const Scenario& scenario)
    : TimedMachine(scenario), driver_(driver), checked_(scenario.ticks > 0), manager_(*this, scenario) {
  managing_.entry([this] {
    tick_every<ExpirationTick>(1s);
    tick_every<RepairTick>(1s);
  });
  managing_.on<Heartbeat>([this](const Heartbeat& heartbeat) { manager_.process_message(heartbeat); });
  managing_.on<SyncReport>([this](const SyncReport& report) {
    if (!manager_.nodes().knows(report.node)) notify<LateReport>(report);
    manager_.process_message(report);
    if (checked_) check_what_it_counts();
  });
  managing_.on<ExpirationTick>([this] { manager_.expiration_loop(); });
  managing_.on<RepairTick>([this] { manager_.repair_loop(); });
  managing_.on<NodeFailed>([this](const NodeFailed& failed) { manager_.failed.insert(failed.node); });
  start_in(managing_);
}

// Where a test has an end, liveness cannot be judged; but this would never be mended, and shows at once.
void ExtentManagerMachine::check_what_it_counts() const {
  for (const auto& [extent, holders] : manager_.center().replicas())
    for (const NodeId node : holders)
      check(manager_.nodes().knows(node), "node {} counts as a replica, and can never expire", node);
}

void ExtentManagerMachine::fingerprint(Fingerprint& print) const {
  print.add(manager_.nodes().leases()).add(manager_.center().replicas()).add(manager_.repairs());
  print.add(manager_.banned()).add(manager_.failed);
}

// --- a node ---

ExtentNodeMachine::ExtentNodeMachine(NodeId id, bool holds, Pid manager, Pid driver, const Scenario& scenario)
    : TimedMachine(scenario),
      id_(id),
      manager_(manager),
      driver_(driver),
      expiry_(scenario.expiry),
      silent_(scenario.silent_node) {
  if (holds) center_.add(kExtent, id);
  active_.entry(&ExtentNodeMachine::start);
  active_.on<HeartbeatTick>([this] { send(manager_, Heartbeat{id_}); });
  active_.on<SyncTick>([this] { send(manager_, center_.report_of(id_)); });
  active_.on<RepairFrom>(&ExtentNodeMachine::repair).on<CopyResponse>(&ExtentNodeMachine::copied);
  active_.on<CopyRequest>([this](const CopyRequest& request) {
    if (center_.has(request.extent, id_)) send(request.to, CopyResponse{request.extent});
  });
  active_.on<Fail>(&ExtentNodeMachine::fail);
  start_in(active_);
}

void ExtentNodeMachine::start() {
  send(manager_, Heartbeat{id_});
  if (expiry_ == Expiry::leases) tick_every<HeartbeatTick>(1s);
  tick_every<SyncTick>(1s);
}

void ExtentNodeMachine::repair(const RepairFrom& request) {
  if (!center_.has(request.extent, id_)) send(request.source, CopyRequest{request.extent, self()});
}

void ExtentNodeMachine::copied(const CopyResponse& response) {
  center_.add(response.extent, id_);
  if (!silent_) notify<RepairMonitor>(ExtentRepaired{id_});
  send(driver_, ExtentRepaired{id_});
}

void ExtentNodeMachine::fail() {
  notify<RepairMonitor>(NodeFailed{id_});
  halt();
}

// --- the driver ---

TestingDriver::TestingDriver(const Scenario& scenario) : scenario_(scenario) {
  replicating_.entry(&TestingDriver::start);
  repairing_.entry(&TestingDriver::replace_one);
  for (State state : {replicating_, repairing_})
    state.on<Outbound>(&TestingDriver::relay).on<ExtentRepaired>(&TestingDriver::repaired);
  start_in(replicating_);
}

void TestingDriver::start() {
  manager_ = spawn<ExtentManagerMachine>("manager", self(), scenario_);
  for (NodeId id = 0; id < scenario_.nodes; ++id) launch(id, holds_at_first(scenario_, id));
  if (scenario_.holders == scenario_.fails_at) go(repairing_);
}

void TestingDriver::launch(NodeId id, bool holds) {
  nodes_[id] = spawn<ExtentNodeMachine>("node" + std::to_string(id), id, holds, manager_, self(), scenario_);
  if (holds) holders_.insert(id);
}

void TestingDriver::relay(const Outbound& message) {
  if (lost_ < scenario_.losses && fault()) {
    ++lost_;
    log("lost: {} to node {}", to_text(message.request), message.to);
    return;
  }
  send(nodes_.at(message.to), RepairFrom{message.request.extent, nodes_.at(message.request.source)});
}

void TestingDriver::repaired(const ExtentRepaired& repaired) {
  if (repaired.node == failed_) return;  // too late
  holders_.insert(repaired.node);
  if (is_in(replicating_) && std::ssize(holders_) == scenario_.fails_at) return go(repairing_);
  if (std::ssize(holders_) == scenario_.nodes) finish();
}

// The node will not hear of it before it has handled what came earlier: a last report may still go out.
void TestingDriver::replace_one() {
  const auto [id, node] = one_of(nodes_);
  send(node, Fail{});
  if (scenario_.expiry == Expiry::told) send(manager_, NodeFailed{id});
  failed_ = id;
  holders_.erase(id);
  launch(scenario_.nodes, /*holds=*/false);
}

void TestingDriver::finish() {
  for (const auto& [id, node] : nodes_) send(node, Halt{});
  send(manager_, Halt{});
  halt();
}

// --- monitors ---

RepairMonitor::RepairMonitor(std::size_t target, std::set<NodeId> holders)
    : target_(target), holders_(std::move(holders)) {
  for (State state : {repaired_, repairing_})
    state.on<ExtentRepaired>(&RepairMonitor::add).on<NodeFailed>(&RepairMonitor::remove);
  start_in(enough() ? repaired_ : repairing_);
}

void RepairMonitor::add(const ExtentRepaired& repaired) {
  holders_.insert(repaired.node);
  if (is_in(repairing_) && enough()) go(repaired_);
}

void RepairMonitor::remove(const NodeFailed& failed) {
  holders_.erase(failed.node);
  if (is_in(repaired_) && !enough()) go(repairing_);
}

LateReport::LateReport() {
  is_scenario();
  watching_.on<SyncReport>([this] { reached(); });
  start_in(watching_);
}

void run(const Scenario& scenario) {
  if (scenario.ticks == 0) {
    std::set<NodeId> holders;
    for (NodeId id = 0; id < scenario.nodes; ++id)
      if (holds_at_first(scenario, id)) holders.insert(id);
    watch<RepairMonitor>(static_cast<std::size_t>(scenario.manager.target), holders);
    watch<LateReport>();
  }
  const Pid driver = spawn<TestingDriver>("driver", scenario);
  if (scenario.ticks > 0) return;
  monitor(driver);
  receive<Down>();
}

}  // namespace vnext
