// What state a trial is in, as a fingerprint.
#include "heddle/engine/trial.h"

namespace heddle {

// Tasks are told apart by the order of their creation alone: a task that ended and was replaced by another like it
// makes no difference. What light tasks carry is added by whoever started them.
Fingerprint Trial::fingerprint() const {
  Fingerprint print;
  const auto add_operation = [&](const Operation& operation) {
    print.add_number(operation.kind->hash).add_number(operation.where.hash());
    print.add_name(operation.object == kNoObject ? 0 : object(operation.object).stable);
  };
  std::erase_if(living_, [this](TaskId id) { return task(id).state == TaskState::done; });
  for (const TaskId id : living_) {
    const Task& task = *tasks_[index(id)];
    print.add_name(index(id));
    print.add_number(task.name_hash).add(task.state);
    const bool waits = task.state == TaskState::blocked;
    if (task.pending.slot != kNoSlot) add_operation(task.pending.operation);
    const Time deadline = !waits ? kNever : task.light ? task.deadline : task.wait->deadline;
    print.add_number(deadline == kNever ? 0 : 1 + static_cast<std::uint64_t>((deadline - now()).count()));
    if (waits && task.light) add_operation(task.pending.operation);
    if (waits && !task.light) print.add_number(task.wait->where.hash()).add_text(task.wait->what);
  }
  print.add(draining_).add(early_left_);
  for (const ComponentSlot& slot : components_)
    if (slot.used) slot.component->fingerprint(*this, print);
  return print;
}

std::uint64_t Trial::untold() const {
  std::uint64_t all = 0;
  for (const ComponentSlot& slot : components_)
    if (slot.used) all += slot.component->untold();
  return all;
}

void Trial::note_state(StateRecord::Kind kind, TaskId task, Print value) {
  history_.states.push_back({kind, task, event_index() + event_open_, value});
}

}  // namespace heddle
