#include "heddle/machine/driver.h"

#include <fmt/format.h>

#include "heddle/actor/system.h"

namespace heddle {
namespace {

struct Never {};

const Message* message_at(Pid pid, std::size_t position) {
  const Message* message = ActorSystem::of(Trial::current()).actor(pid).first;
  for (; message && position > 0; --position) message = message->next;
  return message;
}

}  // namespace

StandIn::StandIn(std::string_view name) {
  pid_ = spawn(name, [] {
    daemon();
    receive<Never>();
  });
}

bool StandIn::got_nothing_more() const { return message_at(pid_, seen_) == nullptr; }

const Message& StandIn::next_message(std::string_view wanted, Location where) {
  const Message* const message = message_at(pid_, seen_);
  if (!message)
    Trial::current().fail(FailureKind::assertion, fmt::format("{} got no {}, and nothing else", pid_, wanted), where);
  ++seen_;
  return *message;
}

void StandIn::wrong_type(std::string_view wanted, const Message& found, Location where) const {
  Trial::current().fail(FailureKind::assertion,
                        fmt::format("{} got {}, not {}", pid_, found.type->print(found), wanted), where);
}

void MachineDriver::run(Machine& machine, std::string_view type) {
  const Ending ending(*this);  // before the machine is destroyed
  machine_ = &machine;
  machine.driver_ = this;
  machine.run(type);
}

void MachineDriver::end() {
  machine_ = nullptr;
  ended_ = true;
  wake();
}

void MachineDriver::wake() {
  idle_ = true;
  Trial& trial = Trial::current();
  if (waiting_ != kNoTask && !trial.cleaning_up()) trial.wake(std::exchange(waiting_, kNoTask));
}

void MachineDriver::before_wait(bool idles) {
  Trial& trial = Trial::current();
  idling_ = false;
  for (const Message* m = ActorSystem::of(trial).actor(Pid{trial.self()}).first; m; m = m->next)
    if (machine_->takes(m->type)) return;
  idling_ = idles && !std::exchange(was_idle_, true);
  if (!idling_) wake();
}

// It has ended, or waits in a receive: for any event, for one that it did not get yet, or for a certain one in an
// action.
bool MachineDriver::at_rest(Pid machine) const {
  const Actor& actor = ActorSystem::of(Trial::current()).actor(machine);
  return idle_ || ended_ || (actor.waiting && !actor.handed && !idling_);
}

// Woken by the machine when it comes to rest, never by the clock: to ask again and again would be a step each time, and
// a machine that sleeps would never wake up.
void MachineDriver::wait_until_idle(Pid machine, Location where) {
  Trial& trial = Trial::current();
  TaskId& in_action = ActorSystem::of(trial).actor(machine).watched_by;
  const Task& me = trial.task(trial.self());
  while (!at_rest(machine) && !me.killed && !trial.cleaning_up()) {
    waiting_ = in_action = trial.self();
    Wait wait;
    wait.what = "a machine that never comes to rest";
    wait.where = where;
    const struct Reset {
      TaskId &first, &second;
      ~Reset() { first = second = kNoTask; }
    } reset{waiting_, in_action};
    static_cast<void>(trial.block(wait));
  }
}

const Machine* MachineDriver::machine(Pid pid) const {
  return ActorSystem::of(Trial::current()).actor(pid).struck ? nullptr : machine_;  // whoever ended it sees it ended
}

const Machine& MachineDriver::living(Pid pid, Location where) const {
  const Machine* const found = machine(pid);
  if (!found) Trial::current().fail(FailureKind::misuse, "the machine of this MachineTest has ended", where);
  return *found;
}

}  // namespace heddle
