// What state the actors of a trial are in, as a fingerprint.
#include "heddle/actor/remember.h"
#include "heddle/actor/system.h"

namespace heddle {

void ActorSystem::fingerprint(const Trial& trial, Fingerprint& print) const {
  const auto add_message = [&](const Message& m) {
    print.add_text(m.type->name);
    m.type->fingerprint(m, print);
  };
  for (std::size_t i = 0; i < count_; ++i) {
    const auto id = static_cast<TaskId>(i);
    const Actor& actor = *actors_[i];
    if (trial.task(id).state == TaskState::done) continue;
    for (const Message* m = actor.first; m; m = m->next) add_message(*m);
    print.add(actor.length).add(actor.handed != nullptr);
    if (actor.handed) add_message(*actor.handed);
    print.add(actor.alive).add(actor.struck).add(actor.leaving).add(actor.traps_exits).add(actor.node.id);
    print.add(actor.links).add(actor.names);
    for (const MonitorEntry& entry : actor.watchers) print.add(entry.ref).add(entry.watcher);
    print.add(actor.watchers.size());
  }
  std::erase_if(later_, [&](const Later& later) { return trial.task(later.task).state == TaskState::done; });
  for (const Later& later : later_) {
    print.add(later.to);
    add_message(*later.message);
  }
  if (trial.settings().delivery == Delivery::causal) print.add_unknown("who knows of what (--delivery=causal)");
}

void ActorSystem::print(History& history, const Message& message) {
  Fingerprint print{Fingerprint::WithNames()};
  print.add_text(message.type->name).add(message.must_handle).add(message.timer);
  message.type->fingerprint(message, print);
  history.message_prints.resize(history.messages.size());
  history.message_prints.back() = print.print();
}

void detail::start_afresh(Fingerprint& print, Location where) {
  Trial& trial = Trial::current();
  const Task& me = trial.task(trial.self());
  print.add(where.hash()).add(me.children).add(me.objects);
  const Actor& actor = ActorSystem::of(trial).actor(Pid{me.id});
  print.add(actor.refs).add(actor.links).add(me.daemon);  // to link at a spawn is no operation
  for (const Monitoring& monitor : actor.monitors) print.add(monitor.ref).add(monitor.struck);
  print.add(actor.monitors.size());
  if (print.known()) trial.start_afresh(print.print());
}

bool detail::states_wanted() { return Trial::current().keeps_prints(); }

}  // namespace heddle
