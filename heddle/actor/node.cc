#include "heddle/actor/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "heddle/actor/actor.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

constexpr OperationKind kStartNode{"start node"};
constexpr OperationKind kStopNode{"stop node"};
constexpr OperationKind kNodeState{"node state?", kFixed};
constexpr OperationKind kSpawnOn{"spawn on"};
constexpr OperationKind kConnect{"connect"};
constexpr OperationKind kDisconnect{"disconnect"};
constexpr OperationKind kMonitorNode{"monitor node"};

class NodeSystem;

class NodeKind final : public ObjectKind {
 public:
  std::string describe(ObjectId object) const override;
};
class ClusterKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "list of nodes"; }
};
class ConnectionKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "connection"; }
};
const NodeKind kNode;
const ClusterKind kCluster;
const ConnectionKind kConnection;

struct NodeState {
  std::string name;
  ObjectId object = kNoObject;
  bool up = true;
  std::vector<Pid> watchers;
};

struct Connection {
  ObjectId object = kNoObject;
  bool open = true;
};

// The nodes of one trial. Node 0, where the test runs, is always there and cannot be stopped.
class NodeSystem final : public Component {
 public:
  static NodeSystem& of(Trial& trial) {
    NodeSystem& system = trial.component<NodeSystem>();
    if (!system.states_.empty()) return system;
    system.list_ = trial.make_object(kCluster, "list of nodes"_hash);
    system.add(trial, "local");
    return system;
  }

  Node add(Trial& trial, std::string_view name) {
    const auto id = static_cast<std::uint32_t>(states_.size());
    states_.push_back({std::string(name), trial.make_object(kNode, combine("node"_hash, id)), true, {}});
    return Node{id};
  }

  NodeState& state(Trial& trial, Node node) {
    if (node.id >= states_.size())
      trial.fail(FailureKind::misuse, "this Node is not from this trial: start it with start_node()", Location::none());
    return states_[node.id];
  }

  Connection& connection(Trial& trial, Node a, Node b) {
    const auto key = std::minmax(a.id, b.id);
    Connection& found = connections_[key];
    if (found.object == kNoObject)
      found.object = trial.make_object(kConnection, combine("connection"_hash, combine(key.first, key.second)));
    return found;
  }

  std::string describe(ObjectId object) const {
    for (const NodeState& state : states_)
      if (state.object == object) return "node " + state.name;
    return "node";
  }

  std::size_t count() const { return states_.size(); }
  ObjectId list() const { return list_; }  // which nodes there are

  void fingerprint(const Trial&, Fingerprint& print) const override {
    for (const NodeState& state : states_) print.add_text(state.name).add(state.up).add(state.watchers);
    for (const auto& [between, connection] : connections_) print.add(between).add(connection.open);
  }

  void reset() override {
    states_.clear();
    connections_.clear();
  }

 private:
  ObjectId list_ = kNoObject;
  std::deque<NodeState> states_;  // whoever waits for its turn holds on to one while others are added
  std::map<std::pair<std::uint32_t, std::uint32_t>, Connection> connections_;
};

std::string NodeKind::describe(ObjectId object) const {
  Trial* trial = Trial::current_or_null();
  return trial ? trial->component<NodeSystem>().describe(object) : "node";
}

// Links and monitors from actors of `a` to actors of `b` break.
void break_ties(Trial& trial, ActorSystem& actors, Node a, Node b) {
  for (std::size_t i = 0; i < trial.task_count(); ++i) {
    const Pid near{static_cast<TaskId>(i)};
    if (!actors.known(near) || actors.actor(near).node != a) continue;
    Actor& actor = actors.actor(near);
    const std::vector<Pid> links = actor.links;
    for (Pid far : links) {
      if (actors.actor(far).node != b || !actors.actor(far).alive) continue;
      trial.touch(trial.task(far.task).life, Access::visit);  // its death would have come through before
      std::erase(actor.links, far);
      actors.signal(trial, far, near, kNoConnection, true);
    }
    const std::vector<Monitoring> monitors = actor.monitors;
    for (const auto& [ref, far, struck] : monitors) {
      if (struck || actors.actor(far).node != b) continue;
      trial.touch(trial.task(far.task).life, Access::visit);
      std::erase_if(actors.actor(far).watchers, [r = ref](const MonitorEntry& entry) { return entry.ref == r; });
      actors.tell_watcher(trial, {ref, near}, far, kNoConnection);
    }
  }
}

void tell_watchers(Trial& trial, ActorSystem& actors, NodeState& state, Node node, auto&& concerned) {
  const std::vector<Pid> watchers = state.watchers;
  for (Pid watcher : watchers) {
    if (!concerned(watcher)) continue;
    std::erase(state.watchers, watcher);
    actors.deliver(trial, self(), watcher, make_message(NodeDown{node}));
  }
}

}  // namespace

std::string name_of(Node node) {
  Trial* trial = Trial::current_or_null();
  if (!trial) return fmt::format("node {}", node.id);
  return NodeSystem::of(*trial).state(*trial, node).name;
}

bool reachable(Trial& trial, Node from, Node to) {
  if (from == to) return true;
  NodeSystem& system = NodeSystem::of(trial);
  const Connection& connection = system.connection(trial, from, to);
  trial.touch(connection.object, Access::read);
  trial.touch(system.state(trial, to).object, Access::read);
  return connection.open && system.state(trial, to).up && system.state(trial, from).up;
}

Node start_node(std::string_view name, Location where) {
  Trial& trial = Trial::current();
  NodeSystem& system = NodeSystem::of(trial);
  if (!trial.schedule({&kStartNode, system.list(), Access::update, where})) return Node{};
  trial.touch(system.list(), Access::update);  // nodes are numbered in the order in which they start
  trial.describe([&] { return std::string(name); });
  return system.add(trial, name);
}

void restart_node(Node node, Location where) {
  Trial& trial = Trial::current();
  NodeState& state = NodeSystem::of(trial).state(trial, node);
  if (!trial.schedule({&kStartNode, state.object, Access::update, where})) return;
  trial.touch(state.object, state.up ? Access::read : Access::update);
  trial.describe([&] { return state.name; });
  state.up = true;
}

void stop_node(Node node, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& actors = ActorSystem::of(trial);
  NodeState& state = NodeSystem::of(trial).state(trial, node);
  const char* const never = actors.actor(self()).node == node ? "an actor cannot stop the node that it runs on"
                            : node == Node{}                  ? "the test runs there, and it cannot be stopped"
                                                              : nullptr;
  if (never && !trial.task(trial.self()).killed)
    trial.fail(FailureKind::misuse, fmt::format("stop_node({}): {}", state.name, never), where);
  if (!trial.schedule({&kStopNode, state.object, Access::update, where})) return;
  trial.touch(state.object, state.up ? Access::update : Access::read);
  trial.describe([&] { return state.name; });
  if (!state.up) return;
  state.up = false;
  std::vector<Pid> dying;
  for (std::size_t i = 0; i < trial.task_count(); ++i) {
    const Pid pid{static_cast<TaskId>(i)};
    if (!actors.known(pid) || actors.actor(pid).node != node) continue;
    if (actors.actor(pid).alive)
      dying.push_back(pid);
    else
      trial.touch(trial.task(pid.task).life, Access::visit);  // it could have died of this
  }
  for (Pid pid : dying) {  // first all of them, so that none hears of another's death
    const Task& task = trial.task(pid.task);
    trial.touch(task.life, Access::strike, task.pending.slot != kNoSlot);
    actors.give_up_waiting(trial, pid);
    actors.actor(pid).alive = false;
    trial.kill(pid.task);
  }
  actors.drop_timers(trial, node);
  for (Pid pid : dying) actors.end(trial, pid, kNoConnection);
  tell_watchers(trial, actors, state, node, [](Pid) { return true; });
  if (trial.task(trial.self()).killed) throw TaskKilled{};  // it was linked to one of them
}

bool is_up(Node node, Location where) {
  Trial& trial = Trial::current();
  const NodeState& state = NodeSystem::of(trial).state(trial, node);
  if (!trial.schedule({&kNodeState, state.object, Access::read, where})) return false;
  trial.touch(state.object, Access::read);
  trial.describe([&] { return state.name; });
  return state.up;
}

std::vector<Node> nodes(Location where) {
  Trial& trial = Trial::current();
  NodeSystem& system = NodeSystem::of(trial);
  const Node here = this_node();
  if (!trial.schedule({&kNodeState, system.list(), Access::read, where})) return {};
  trial.touch(system.list(), Access::read);
  std::vector<Node> found;
  for (std::uint32_t id = 0; id < system.count(); ++id)
    if (Node{id} != here && reachable(trial, here, Node{id})) found.push_back(Node{id});
  return found;
}

void disconnect(Node a, Node b, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& actors = ActorSystem::of(trial);
  NodeSystem& system = NodeSystem::of(trial);
  if (a == b) trial.fail(FailureKind::misuse, fmt::format("disconnect: {} cannot be cut off from itself", a), where);
  Connection& connection = system.connection(trial, a, b);
  if (!trial.schedule({&kDisconnect, connection.object, Access::update, where})) return;
  trial.touch(connection.object, connection.open ? Access::update : Access::read);
  trial.describe([&] { return fmt::format("{} and {}", a, b); });
  if (!connection.open) return;
  connection.open = false;
  break_ties(trial, actors, a, b);
  break_ties(trial, actors, b, a);
  tell_watchers(trial, actors, system.state(trial, a), a, [&](Pid w) { return actors.actor(w).node == b; });
  tell_watchers(trial, actors, system.state(trial, b), b, [&](Pid w) { return actors.actor(w).node == a; });
  if (trial.task(trial.self()).killed) throw TaskKilled{};
}

void connect(Node a, Node b, Location where) {
  Trial& trial = Trial::current();
  Connection& connection = NodeSystem::of(trial).connection(trial, a, b);
  if (!trial.schedule({&kConnect, connection.object, Access::update, where})) return;
  trial.touch(connection.object, connection.open ? Access::read : Access::update);
  trial.describe([&] { return fmt::format("{} and {}", a, b); });
  connection.open = true;
}

void monitor_node(Node node, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& actors = ActorSystem::of(trial);
  NodeState& state = NodeSystem::of(trial).state(trial, node);
  if (!trial.schedule({&kMonitorNode, state.object, Access::read, where})) return;
  trial.touch(state.object, Access::read);
  trial.describe([&] { return state.name; });
  if (reachable(trial, this_node(), node))
    state.watchers.push_back(self());
  else
    actors.arrive(trial, self(), make_message(NodeDown{node}));
}

Node this_node() { return ActorSystem::of(Trial::current()).actor(self()).node; }

Pid spawn(Node node, std::string_view name, UniqueFunction body, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& actors = ActorSystem::of(trial);
  if (node == this_node()) return spawn(name, std::move(body));
  const NodeState& state = NodeSystem::of(trial).state(trial, node);
  if (!trial.schedule({&kSpawnOn, state.object, Access::read, where})) return Pid{};
  trial.describe([&] { return fmt::format("node {}", state.name); });
  if (reachable(trial, this_node(), node)) return actors.spawn(trial, name, node, std::move(body));
  // As in Erlang: a Pid that is dead from the start.
  const Pid stillborn = actors.spawn(trial, name, node, [] {});
  actors.actor(stillborn).alive = false;
  trial.kill(stillborn.task);
  return stillborn;
}

}  // namespace heddle
