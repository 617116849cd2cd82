#include "heddle/machine/driver.h"

#include <fmt/format.h>

#include <deque>

#include "heddle/actor/slot.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace detail {

// What a StandIn and its actor share.
struct StandInbox {
  std::deque<std::shared_ptr<Slot>> asking;  // in the order of their questions
  Message* found = nullptr;                  // that somebody has asked for, and not taken yet
  ~StandInbox() {
    if (found) done_with_message(found);
  }
};

}  // namespace detail

namespace {

using Inbox = std::shared_ptr<detail::StandInbox>;

constexpr OperationKind kAnswer{"answer", kFixed};

// Of a StandIn to its actor: has anything come?
struct Question {};

Matcher anything_else() {
  Matcher result;
  result.match = [](void*, const Message& m) { return !holds<Question>(m); };
  result.describe = [](const void*) { return std::string("whatever comes"); };
  result.retain = [](const void*) { return Pattern([](const Message& m) { return !holds<Question>(m); }); };
  return result;
}

// It takes a message only when it is asked to, as a receive that does not wait: what has come by then races with what comes.
void stand_in(const Inbox& inbox) {
  Trial& trial = Trial::current();
  daemon();
  for (;;) {
    receive<Question>();
    const std::shared_ptr<Slot> slot = std::move(inbox->asking.front());
    inbox->asking.pop_front();
    if (!inbox->found) inbox->found = detail::await_or_die(anything_else(), Duration::zero(), Location::none());
    if (trial.schedule({&kAnswer, slot->object, Access::send, Location::none()})) ActorSystem::of(trial).fill(trial, *slot);
  }
}

}  // namespace

StandIn::StandIn(std::string_view name) : inbox_(std::make_shared<detail::StandInbox>()) {
  pid_ = spawn(name, [inbox = inbox_] { stand_in(inbox); });
}

bool StandIn::ask(Location where) const {
  Trial& trial = Trial::current();
  const auto slot = std::make_shared<Slot>(trial);
  send(pid_, Question{}, where);
  inbox_->asking.push_back(slot);
  return ActorSystem::of(trial).await(trial, *slot, "what a StandIn got", where) && inbox_->found;
}

const Message& StandIn::look(std::string_view wanted, Location where) const {
  if (!ask(where))
    Trial::current().fail(FailureKind::assertion, fmt::format("{} got no {}, and nothing else", pid_, wanted), where);
  return *inbox_->found;
}

void StandIn::take() { detail::done_with_message(std::exchange(inbox_->found, nullptr)); }

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

void MachineDriver::follow(const std::shared_ptr<MachineDriver>& driver, Pid machine) {
  ActorSystem& system = ActorSystem::of(Trial::current());
  system.on_death([driver, machine, &system](Trial& trial, Pid dead) {
    Slot*& slot = system.actor(machine).rests_at;
    if (dead == machine && slot) system.fill(trial, *std::exchange(slot, nullptr));
  });
}

void MachineDriver::end() {
  machine_ = nullptr;
  ended_ = idle_ = true;
}

void MachineDriver::rest() {
  idle_ = true;
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  Actor& me = system.actor(Pid{trial.self()});
  if (me.rests_at) system.rest(trial, me);
}

void MachineDriver::before_wait(bool idles) {
  Trial& trial = Trial::current();
  idling_ = false;
  for (const Message* m = ActorSystem::of(trial).actor(Pid{trial.self()}).first; m; m = m->next)
    if (machine_->takes(m->type)) return;
  idling_ = idles && !std::exchange(was_idle_, true);
  if (!idling_) rest();
}

// It has ended, or waits in a receive: for any event, for one that it did not get yet, or for a certain one in an
// action.
bool MachineDriver::at_rest(Pid machine) const {
  const Actor& actor = ActorSystem::of(Trial::current()).actor(machine);
  return idle_ || ended_ || (actor.waiting && !actor.handed && !idling_);
}

// Told by the machine when it comes to rest, as by a message, never by the clock: to ask again and again would be a step
// each time, and a machine that sleeps would never wake up.
void MachineDriver::wait_until_idle(Pid machine, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  const Task& me = trial.task(trial.self());
  while (!at_rest(machine) && !me.killed && !trial.cleaning_up()) {
    Slot slot(trial);
    Slot*& told_at = system.actor(machine).rests_at;
    told_at = &slot;
    const struct Reset {
      Slot*& told_at;
      ~Reset() { told_at = nullptr; }
    } reset{told_at};
    if (!system.await(trial, slot, "a machine that never comes to rest", where)) return;
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
