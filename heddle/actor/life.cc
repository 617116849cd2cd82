// Life and death of actors: bodies, exits and their fan-out, signals.
#include "heddle/actor/system.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/node.h"
#include "heddle/actor/slot.h"

namespace heddle {

ActorSystem::ActorSystem() : mailbox_kind_(*this), name_kind_(*this) {}
ActorSystem::~ActorSystem() = default;

std::string name_of(Pid pid) {
  Trial* trial = Trial::current_or_null();
  if (!pid) return "nobody";
  return trial ? trial->name_of(pid.task) : fmt::format("task {}", index(pid.task));
}

// Records are made on first sight, so that the test's own function, and tasks of other front ends, are actors too.
Actor& ActorSystem::meet(Pid pid, Location where) {
  Trial& trial = Trial::current();
  if (index(pid.task) >= trial.task_count())
    trial.fail(FailureKind::misuse, pid ? "this Pid is not from this trial: do not keep Pids in globals or statics"
                                        : "an empty Pid{} was used: it names no actor",
               where);
  while (count_ <= index(pid.task)) {
    if (count_ == actors_.size()) actors_.push_back(std::make_unique<Actor>());
    Actor& fresh = *actors_[count_];
    const Task& task = trial.task(static_cast<TaskId>(count_++));
    fresh.mailbox = trial.make_object(mailbox_kind_, combine(task.stable, "mailbox"_hash));
  }
  return *actors_[index(pid.task)];
}

Pid ActorSystem::spawn(Trial& trial, std::string_view name, Node node, UniqueFunction body) {
  const TaskId id = trial.spawn(name, std::move(body), &ActorSystem::run_body);
  if (id == kNoTask) return Pid{trial.self()};  // which is being ended: nothing that it does with it happens
  actor(Pid{id}).node = node;
  if (trial.settings().delivery == Delivery::causal) precedence_.learn(id, past(trial));
  return Pid{id};
}

void ActorSystem::run_body(Trial& trial, UniqueFunction& body) {
  ActorSystem& system = of(trial);
  const Pid self{trial.self()};
  Reason reason = kNormal;
  try {
    body();
  } catch (const TaskKilled&) {
  } catch (const ExitThrown& thrown) {
    reason = thrown.reason;
  } catch (...) {
    if (!trial.settings().run_on) throw;
    trial.flag_uncaught();
    reason = kFailed;
  }
  if (Task& task = trial.task(self.task); task.killed) {  // whatever its code has caught
    if (trial.cleaning_up() || !system.actor(self).alive) return;  // nothing more to announce
    trial.drop_body(task);
    trial.revive();
    reason = kFailed;  // unless it was struck
  }
  body.reset();
  Actor& me = system.actor(self);
  if (!me.struck) me.reason = reason;
  me.leaving = true;
  if (!trial.schedule({&kExit, trial.task(self.task).life, Access::write, Location::none()})) return;
  trial.describe([&] { return me.reason.text; });
  system.end(trial, self, me.reason);
  if (index(self.task) == 0 && me.reason != kNormal) {  // whatever it would have checked, it did not
    const std::string_view how = me.struck ? "was ended by somebody else" : "ended itself";
    trial.flag_failure(FailureKind::exit, fmt::format("the test {} with reason {}", how, me.reason), Location::none());
  }
}

// The death of an actor, all of it inside one event: nobody sees it half dead.
void ActorSystem::end(Trial& trial, Pid pid, const Reason& reason) {
  Actor& dead = actor(pid);
  dead.alive = false;
  if (&dead.reason != &reason) dead.reason = reason;
  trial.touch(trial.task(pid.task).life, Access::write);
  for (const Message* m = dead.first; m; m = m->next) lost(trial, pid, *m);
  for (const std::string& text : dead.names) {
    NameEntry& entry = name(trial, dead.node, text);
    entry.pid = Pid{};
    trial.touch(entry.object, Access::write);
  }
  dead.names.clear();
  for (const DeathHook& hook : death_hooks_) hook(trial, pid);
  // Its monitors and its links stay in the books of the others: when they end, too, the same happens as if they had ended
  // before this one, and nobody can tell whether that reaches anybody.
  const std::vector<Pid> links = std::exchange(dead.links, {});
  // Ties to other nodes: who hears of this death, and how, races with their being cut off (node.cc, break_ties).
  const auto across = [&](Pid other) {
    if (actor(other).node != dead.node) static_cast<void>(reachable(trial, dead.node, actor(other).node));
  };
  for (Pid other : links) {
    across(other);
    signal(trial, pid, other, reason, true);
  }
  const std::vector<MonitorEntry> watchers = std::exchange(dead.watchers, {});
  for (const MonitorEntry& entry : watchers) {
    across(entry.watcher);
    tell_watcher(trial, entry, pid, reason);
  }
}

void ActorSystem::tell_watcher(Trial& trial, const MonitorEntry& entry, Pid target, const Reason& reason) {
  for (Monitoring& monitor : actor(entry.watcher).monitors)
    if (monitor.ref == entry.ref) monitor.struck = true;
  deliver(trial, target, entry.watcher, make_message(Down{entry.ref, target, reason}), entry.ref);
}

// As Erlang: kill cannot be trapped; normal does nothing to who does not trap; the rest kills or becomes a message. What
// cannot end the target meets only its trapping and its mailbox: whether the target is dead, nobody can tell from that.
void ActorSystem::signal(Trial& trial, Pid from, Pid to, const Reason& reason, bool linked) {
  const bool untrappable = !linked && reason == kKill;
  if (!untrappable) {
    trial.touch(trapping(trial, to), Access::read);
    if (actor(to).traps_exits) return deliver(trial, from, to, make_message(Exit{from, reason}));
    if (reason == kNormal && from != to) return;
  }
  strike(trial, to, untrappable ? kKilled : reason);
}

void ActorSystem::strike(Trial& trial, Pid to, const Reason& reason) {
  Actor& target = actor(to);
  const Task& task = trial.task(to.task);
  if (target.struck) return trial.touch(task.life, Access::look, 0, target.struck_by);  // the first reason stands
  if (!target.alive) return trial.touch(task.life, Access::visit);
  trial.touch(task.life, Access::strike, task.pending.slot != kNoSlot);
  if (trial.settings().delivery == Delivery::causal) precedence_.learn(to.task, past(trial));
  target.struck = true;
  target.struck_by = trial.event_id();
  target.reason = reason;
  if (target.leaving) return;  // its exit is announced, and only the reason is another
  give_up_waiting(trial, to);
  trial.kill(to.task);
}

// Had a message that it waited for come first, it would have taken that.
void ActorSystem::give_up_waiting(Trial& trial, Pid pid) {
  const Actor& dying = actor(pid);
  if (const Matcher* waiting = dying.waiting; waiting && !dying.handed)
    note_expiry(trial, pid, dying.mailbox, trial.keeps_history() ? waiting->retain(waiting->cases) : Pattern{}, 0);
  if (const Slot* slot = dying.waiting_at; slot && !slot->filled)
    note_expiry(trial, pid, slot->object, [](const Message&) { return true; }, 0);
}

ObjectId ActorSystem::trapping(Trial& trial, Pid pid) {
  ObjectId& object = actor(pid).trapping;
  if (object == kNoObject)
    object = trial.make_object(tie_kind_, combine(trial.task(pid.task).stable, "trapping"_hash));
  return object;
}

ObjectId ActorSystem::link_between(Trial& trial, Pid a, Pid b) {
  const auto [found, fresh] = links_.try_emplace(std::minmax(a.task, b.task), kNoObject);
  if (fresh)
    found->second = trial.make_object(
        tie_kind_, combine(trial.task(a.task).stable + trial.task(b.task).stable, "link"_hash));
  return found->second;
}

Ref ActorSystem::new_ref(Trial& trial) {
  const Pid self{trial.self()};
  return Ref{Ref::kMark | static_cast<std::uint64_t>(index(self.task)) << 32 | ++actor(self).refs};
}

void ActorSystem::reset() {
  for (std::size_t i = 0; i < count_; ++i) {
    Actor& a = *actors_[i];
    for (Message* m = a.first; m;) {
      Message* const next = m->next;
      if (messages_.empty()) m->type->destroy(m);
      m = next;
    }
    if (a.handed && messages_.empty()) a.handed->type->destroy(a.handed);
    a.first = a.last = a.handed = nullptr;
    a.length = a.refs = 0;
    a.waiting = nullptr;
    a.waiting_at = nullptr;
    a.rests_at = nullptr;
    a.alive = true;
    a.struck = a.leaving = a.traps_exits = false;
    a.trapping = kNoObject;
    a.struck_by = 0;
    a.node = Node{};
    a.reason = kNormal;
    a.links.clear();
    a.watchers.clear();
    a.monitors.clear();
    a.ended_calls.clear();
    a.names.clear();
  }
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    Message* const m = messages_[i];
    if (!m) continue;
    if (i >= kept_.size() || !kept_[i])
      m->type->destroy(m);
    else if (m->type->end && !m->ended)  // a search keeps the envelope; whoever hears of the end is of this trial
      m->type->end(m);
  }
  kept_.clear();
  messages_.clear();
  patterns_.clear();
  names_.clear();
  death_hooks_.clear();
  send_hook_ = nullptr;
  timer_hook_ = nullptr;
  links_.clear();
  later_.clear();
  precedence_.reset();
  count_ = 0;
}

}  // namespace heddle
