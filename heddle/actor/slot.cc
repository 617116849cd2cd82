#include "heddle/actor/slot.h"

#include <exception>

#include "heddle/actor/system.h"
#include "heddle/engine/unwind.h"

namespace heddle {

void ActorSystem::fill(Trial& trial, Slot& slot, std::uint32_t value) {
  std::uint32_t number = 0;
  if (trial.keeps_history()) {
    History& history = trial.mutable_history();
    number = static_cast<std::uint32_t>(history.messages.size());
    history.messages.push_back({trial.event_index(), kNone, kNone});
    messages_.push_back(nullptr);
  }
  trial.touch(slot.object, Access::send, number);
  if (slot.filled) return;
  slot.filled = true;
  slot.value = value;
  slot.number = number;
  slot.identity = combine(trial.event_id(), trial.object(slot.object).stable);
  if (trial.settings().delivery == Delivery::causal) precedence_.carry(slot.identity, past(trial));
  if (actor(slot.owner).waiting_at == &slot) trial.wake(slot.owner.task);
}

// An event of its own: what it did last may be over.
void ActorSystem::rest(Trial& trial, Actor& actor) {
  Slot& slot = *std::exchange(actor.rests_at, nullptr);
  trial.note(kRests, slot.object, Location::none());
  fill(trial, slot);
}

bool ActorSystem::await(Trial& trial, const Slot& slot, const char* what, Location where) {
  const Pid self{trial.self()};
  HEDDLE_ASSERT(self == slot.owner);
  Actor& me = actor(self);
  Parked parked = trial.task(self.task).killed || trial.cleaning_up() ? Parked::killed : Parked::woken;
  if (!slot.filled && parked == Parked::woken) {
    Wait wait;
    wait.what = what;
    wait.object = slot.object;
    wait.where = where;
    me.waiting_at = &slot;
    parked = trial.park(wait);
    me.waiting_at = nullptr;
  }
  if (parked == Parked::killed) {
    if (std::uncaught_exceptions() > 0) return false;
    trial.tell_to_unwind();
    unwind_task();
  }
  trial.note(kAwaited, slot.object, where);
  if (trial.keeps_history()) {
    History& history = trial.mutable_history();
    history.messages[slot.number].taken_by = static_cast<std::uint32_t>(history.receives.size());
    history.receives.push_back({trial.event_index(), slot.number, false, &kExpire});
    patterns_.push_back({[](const Message&) { return true; }, self.task});
  }
  trial.touch(slot.object, Access::take, slot.number, slot.identity);
  if (trial.settings().delivery == Delivery::causal) precedence_.took(self.task, slot.identity);
  trial.describe([&] { return std::string(what); });
  return true;
}

}  // namespace heddle
