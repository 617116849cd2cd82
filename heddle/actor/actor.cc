#include "heddle/actor/actor.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/node.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

// What link and unlink write: who of two does it first can be told only if they want different things.
constexpr std::uint32_t kLinked = 1, kUnlinked = 2;

}  // namespace

Pid spawn(std::string_view name, UniqueFunction body) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  return system.spawn(trial, name, system.actor(Pid{trial.self()}).node, std::move(body));
}

Pid spawn(UniqueFunction body) { return spawn("actor", std::move(body)); }

namespace {

// Of a child that nobody but its parent knows yet: no operations. One whose node is down is dead already.
Pid linked(Pid child) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  if (child == self()) return child;  // which is being ended, and starts nobody
  if (!system.actor(child).alive) {
    system.signal(trial, child, self(), kNoConnection, true);
    if (trial.task(trial.self()).killed) throw TaskKilled{};
    return child;
  }
  system.actor(child).links.push_back(self());
  system.actor(self()).links.push_back(child);
  return child;
}

Monitored monitored(Pid child) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  if (child == self()) return {child, {}};
  const Ref ref = system.new_ref(trial);
  if (!system.actor(child).alive) {
    system.arrive(trial, self(), make_message(Down{ref, child, kNoConnection}));
    return {child, ref};
  }
  system.actor(child).watchers.push_back({ref, self()});
  system.actor(self()).monitors.push_back({ref, child});
  return {child, ref};
}

}  // namespace

Pid spawn_link(std::string_view name, UniqueFunction body) { return linked(spawn(name, std::move(body))); }
Pid spawn_link(Node node, std::string_view name, UniqueFunction body, Location where) {
  return linked(spawn(node, name, std::move(body), where));
}

Monitored spawn_monitor(std::string_view name, UniqueFunction body) { return monitored(spawn(name, std::move(body))); }
Monitored spawn_monitor(Node node, std::string_view name, UniqueFunction body, Location where) {
  return monitored(spawn(node, name, std::move(body), where));
}

Pid self() { return Pid{Trial::current().self()}; }

Ref make_ref() {
  Trial& trial = Trial::current();
  return ActorSystem::of(trial).new_ref(trial);
}

void exit(const Reason& reason) {
  Trial& trial = Trial::current();
  if (trial.task(trial.self()).passive) trial.refuse_operation(&kExit, Location::none());
  throw ExitThrown{reason};
}

void exit(Pid pid, const Reason& reason, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Node there = system.actor(pid, where).node;
  if (!trial.schedule({&kSignal, trial.task(pid.task).life, Access::strike, where})) return;
  trial.describe([&] { return fmt::format("{} to {}", reason, pid); });
  if (!reachable(trial, system.actor(self()).node, there)) return;  // lost like any message
  system.signal(trial, self(), pid, reason, false);
  if (pid == self() && trial.task(pid.task).killed) throw TaskKilled{};
}

bool trap_exits(bool on, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  Actor& me = system.actor(self());
  const ObjectId trapping = system.trapping(trial, self());
  if (!trial.schedule({&kTrapExits, trapping, Access::update, where})) return false;
  trial.touch(trapping, me.traps_exits == on ? Access::read : Access::update);
  trial.describe([&] { return on ? "on" : "off"; });
  return std::exchange(me.traps_exits, on);
}

bool is_alive(Pid pid, Location where) {
  Trial& trial = Trial::current();
  const Actor& target = ActorSystem::of(trial).actor(pid, where);
  const ObjectId life = trial.task(pid.task).life;
  if (!trial.schedule({&kIsAlive, life, Access::read, where})) return false;
  if (target.struck)
    trial.touch(life, Access::look, 0, target.struck_by);
  else
    trial.touch(life, Access::read);
  const bool alive = target.alive && !target.struck;  // whoever killed it sees it dead, as in Erlang
  trial.describe([&] { return fmt::format("{}: {}", pid, alive); });
  return alive;
}

void daemon() {
  Trial& trial = Trial::current();
  trial.task(trial.self()).daemon = true;
}

void link(Pid pid, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Pid me = self();
  Actor& target = system.actor(pid, where);
  const ObjectId life = trial.task(pid.task).life;
  if (!trial.schedule({&kLink, life, Access::visit, where})) return;
  trial.touch(life, Access::visit);
  trial.describe([&] { return fmt::format("to {}", pid); });
  if (pid == me) return;
  const bool here = reachable(trial, system.actor(me).node, target.node);
  if (!target.alive || !here) {
    system.signal(trial, pid, me, here ? kNoProcess : kNoConnection, true);
    if (trial.task(me.task).killed) throw TaskKilled{};
    return;
  }
  trial.touch(system.link_between(trial, me, pid), Access::write, kLinked);
  if (std::ranges::find(target.links, me) != target.links.end()) return;
  target.links.push_back(me);
  system.actor(me).links.push_back(pid);
}

void unlink(Pid pid, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  Actor& target = system.actor(pid, where);
  const ObjectId life = trial.task(pid.task).life;
  if (!trial.schedule({&kUnlink, life, Access::visit, where})) return;
  trial.touch(life, Access::visit);
  trial.describe([&] { return fmt::format("from {}", pid); });
  if (pid == self()) return;
  static_cast<void>(reachable(trial, system.actor(self()).node, target.node));  // the link may break instead
  trial.touch(system.link_between(trial, self(), pid), Access::write, kUnlinked);
  std::erase(target.links, self());
  std::erase(system.actor(self()).links, pid);
}

Ref monitor(Pid pid, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Pid me = self();
  Actor& target = system.actor(pid, where);
  const Ref ref = system.new_ref(trial);
  const ObjectId life = trial.task(pid.task).life;
  if (!trial.schedule({&kMonitor, life, Access::visit, where})) return ref;
  trial.touch(life, Access::visit);
  trial.describe([&] { return fmt::format("{}", pid); });
  const bool here = reachable(trial, system.actor(me).node, target.node);
  if (!target.alive || !here) {
    system.deliver(trial, pid, me, make_message(Down{ref, pid, here ? kNoProcess : kNoConnection}), ref);
  } else {
    target.watchers.push_back({ref, me});
    system.actor(me).monitors.push_back({ref, pid});
  }
  return ref;
}

Ref monitor(const Name& name, Location where) {
  const std::optional<Pid> pid = whereis(name, where);
  if (pid) return monitor(*pid, where);
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Ref ref = system.new_ref(trial);
  if (trial.task(trial.self()).killed || trial.cleaning_up()) return ref;
  const bool here = reachable(trial, system.actor(self()).node, system.resolve(trial, name));
  system.arrive(trial, self(), make_message(Down{ref, Pid{}, here ? kNoProcess : kNoConnection}));
  return ref;
}

bool demonitor(Ref ref, Flush flush, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  Actor& me = system.actor(self());
  const auto mine = std::ranges::find(me.monitors, ref, &Monitoring::ref);
  // Its Down was taken, or came at once because the actor was dead: nothing is left to race with.
  if (mine == me.monitors.end()) {
    if (flush == Flush::yes) system.flush_down(trial, ref);
    return false;
  }
  const Pid target = mine->target;
  const ObjectId life = trial.task(target.task).life;
  if (!trial.schedule({&kDemonitor, life, Access::visit, where})) return false;
  trial.touch(life, Access::visit);
  static_cast<void>(reachable(trial, me.node, system.actor(target).node));  // the monitor may break instead
  trial.describe([&] { return fmt::format("{}", target); });
  const bool removed =
      std::erase_if(system.actor(target).watchers, [&](const MonitorEntry& entry) { return entry.ref == ref; }) > 0;
  std::erase_if(me.monitors, [&](const Monitoring& m) { return m.ref == ref; });
  if (flush == Flush::yes) system.flush_down(trial, ref);
  return removed;
}

void send_message(Pid to, Message* message, Location where) {
  OwnedMessage owned(message);
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  Actor& target = system.actor(to, where);
  const bool travels = ActorSystem::travels(trial, Pid{trial.self()}, to);  // then to send is to meet nobody
  if (!trial.schedule({&kSend, travels ? kNoObject : target.mailbox, Access::send, where})) return;
  trial.describe([&] { return fmt::format("{} to {}", message->type->print(*message), to); });
  system.tell_observers(trial, *message);
  const Node here = system.actor(self()).node;
  if (here != target.node && !reachable(trial, here, target.node)) {
    trial.describe([&] { return fmt::format("{} to {}: lost, no connection", message->type->print(*message), to); });
    return;
  }
  if (travels) [[unlikely]]
    return system.post(trial, self(), to, owned.release(), {});
  system.arrive(trial, to, owned.release());
}

void send_named(const Name& name, Message* message, Location where) {
  OwnedMessage owned(message);
  const std::optional<Pid> pid = whereis(name, where);
  if (pid) return send_message(*pid, owned.release(), where);
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  if (trial.cleaning_up() || trial.task(trial.self()).killed) return;
  if (system.resolve(trial, name) == system.actor(self()).node) throw NoSuchName(name.text);
}

Time now() { return Trial::current().now(); }

void sleep(Duration duration, Location where) {
  Trial& trial = Trial::current();
  const ObjectId life = trial.task(trial.self()).life;
  Wait wait;
  wait.what = "sleep";
  wait.where = where;
  wait.deadline = deadline_in(trial, duration);
  wait.expiry = Operation{&kWake, life, Access::read, where};
  if (!trial.block(wait)) trial.describe([&] { return "after " + describe_time(std::max(duration, Duration::zero())); });
}

}  // namespace heddle
