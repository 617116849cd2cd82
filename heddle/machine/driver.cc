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
  machine_ = &machine;
  machine.driver_ = this;
  machine.run(type);
  machine_ = nullptr;
  ended_ = true;
  wake();
}

void MachineDriver::wake() {
  idle_ = true;
  if (waiting_ != kNoTask) Trial::current().wake(std::exchange(waiting_, kNoTask));
}

// Is there an event that it would take?
void MachineDriver::before_wait() {
  Trial& trial = Trial::current();
  for (const Message* m = ActorSystem::of(trial).actor(Pid{trial.self()}).first; m; m = m->next)
    if (machine_->takes(m->type)) return;
  wake();
}

// It has ended, or waits in a receive: for any event, for one that it did not get yet, or for a certain one in an
// action.
bool MachineDriver::at_rest(Pid machine) const {
  const Actor& actor = ActorSystem::of(Trial::current()).actor(machine);
  return idle_ || ended_ || (actor.waiting && !actor.handed);
}

// Woken by the machine before it waits; or by the clock, which moves on when nothing can run.
void MachineDriver::wait_until_idle(Pid machine, Location where) {
  Trial& trial = Trial::current();
  while (!at_rest(machine)) {
    waiting_ = trial.self();
    Wait wait;
    wait.what = "a machine that never comes to rest";
    wait.where = where;
    wait.deadline = trial.now() + Duration(1);
    wait.expiry = Operation{&kWake, trial.task(trial.self()).life, Access::read, where};
    static_cast<void>(trial.block(wait));
    waiting_ = kNoTask;
  }
}

const Machine& MachineDriver::living(Location where) const {
  if (!machine_) Trial::current().fail(FailureKind::misuse, "the machine of this MachineTest has ended", where);
  return *machine_;
}

}  // namespace heddle
