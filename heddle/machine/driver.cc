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

void MachineDriver::wait_until_idle(Pid machine, Location where) {
  Trial& trial = Trial::current();
  const Actor& actor = ActorSystem::of(trial).actor(machine);
  if (idle_ || (actor.waiting && !actor.handed)) return;  // it did not want the event yet
  waiting_ = trial.self();
  Wait wait;
  wait.what = "a machine that never comes to rest";
  wait.where = where;
  static_cast<void>(trial.block(wait));
}

}  // namespace heddle
