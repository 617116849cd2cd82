#include "studies/locks/agent.h"

#include <algorithm>

#include "studies/locks/server.h"

namespace locks {

using heddle::Name;
using heddle::Node;
using heddle::Pid;

void Agent::run() {
  heddle::daemon();
  me_ = heddle::self();
  heddle::ServerLoop loop;
  loop.on_call_later<LockObject>([this](const LockObject& request, Client client) { on_lock(request, client); });
  loop.on_call<End>([&loop](const End&) { loop.stop(); });
  loop.on_info<Info>([this](const Info& info) { on_info(info); });
  loop.on_info<Surrendered>([this](const Surrendered& message) { deadlocks_.insert(message.deadlock); });
  loop.on_info<heddle::Down>([this](const heddle::Down& down) { on_down(down); });
  loop.on_info<Running>([this](const Running& running) { on_running(running); });
  loop.run();
}

void Agent::on_lock(const LockObject& message, Client client) {
  work_();
  waiting_.push_back(client);
  for (const Node node : message.nodes) {
    wanted_.insert({message.object, node});
    request({message.object, node});
  }
}

void Agent::request(const LockId& id) {
  if (!monitors_.contains(id.node)) monitors_[id.node] = heddle::monitor(Name(kServer, id.node));
  heddle::cast(Name(kServer, id.node), Acquire{id.object, me_});
}

// A server is gone, and with it what it knew: its locks are asked for again when it is back.
void Agent::on_down(const heddle::Down& down) {
  const auto found =
      std::find_if(monitors_.begin(), monitors_.end(), [&](const auto& m) { return m.second == down.ref; });
  if (found == monitors_.end()) return;
  const Node node = found->first;
  monitors_.erase(found);
  std::erase_if(known_, [node](const auto& known) { return known.first.node == node; });
  std::erase_if(surrendering_, [node](const LockId& id) { return id.node == node; });
  if (!down_.insert(node).second) return;
  heddle::spawn(node, "watcher", [agent = me_, recheck = options_.recheck] { watch(agent, recheck); });
}

void Agent::on_running(const Running& running) {
  if (down_.erase(running.node) == 0) return;
  for (const LockId& id : wanted_)
    if (id.node == running.node) request(id);
}

void Agent::on_info(const Info& info) {
  work_();
  const Lock& lock = info.lock;
  if (info.surrendered == me_)
    surrendering_.erase(lock.id);
  else if (info.surrendered)
    deadlocks_.insert({*info.surrendered, lock.id});

  const auto known = known_.find(lock.id);
  const bool outdated = known != known_.end() && known->second.version >= lock.version;
  if (outdated || surrendering_.contains(lock.id)) return;
  known_.insert_or_assign(lock.id, lock);

  if (has_all()) {
    for (const Client& client : waiting_) heddle::reply(client, Granted{static_cast<int>(deadlocks_.size())});
    waiting_.clear();
    for (const LockId& id : wanted_) claimed_.insert(id.object);
  } else if (const auto cycle = find_cycle(known_)) {
    resolve(*cycle);
  } else {
    tell_younger();
  }
}

bool Agent::has_all() const {
  for (const LockId& id : wanted_) {
    const auto known = known_.find(id);
    if (known == known_.end() || known->second.holder() != me_) return false;
  }
  return true;
}

// Everybody who sees the cycle forgets what it knows of the lock: the server will tell when the victim has given it up.
void Agent::resolve(const Cycle& cycle) {
  const auto [victim, id] = cycle.way_out;
  deadlocks_.insert(cycle.way_out);
  if (victim == me_) {
    if (options_.abort_on_deadlock && claimed_.contains(id.object)) heddle::exit(kDeadlock);
    heddle::cast(Name(kServer, id.node), Surrender{id.object, me_});
    const Lock& lock = known_.at(id);
    for (const Pid agent : other_holders())
      if (!lock.has(agent)) heddle::send(agent, Surrendered{cycle.way_out});
    surrendering_.insert(id);
  } else if (options_.telling == Telling::victim) {
    for (const LockId& other : cycle.locks) tell(victim, known_.at(other));
  }
  known_.erase(id);
}

// A cycle over several agents may be known to none of them: hence each tells the younger ones what they cannot know.
void Agent::tell_younger() const {
  for (const Pid agent : other_holders())
    for (const auto& [id, lock] : known_)
      if (agent > me_ && lock.contended()) tell(agent, lock);
}

void Agent::tell(Pid agent, const Lock& lock) const {
  if (!lock.has(agent)) heddle::send(agent, Info{lock, {}});
}

std::set<Pid> Agent::other_holders() const {
  std::set<Pid> holders;
  for (const auto& [id, lock] : known_) holders.insert(lock.holder());
  holders.erase(me_);
  return holders;
}

}  // namespace locks
