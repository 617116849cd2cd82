// Light tasks that wait for one another: what is on its way without anybody running for it.
#include "heddle/base/assert.h"
#include "heddle/engine/trial.h"

namespace heddle {

TaskId Trial::start_light(std::string_view name, std::uint64_t stable, const Operation& operation,
                          std::span<const TaskId> awaited, UniqueFunction body) {
  Task& task = new_task(name, stable);
  task.light = true;
  task.state = TaskState::blocked;
  task.body = std::move(body);
  task.pending.operation = operation;
  task.awaits = 0;
  for (TaskId id : awaited) {
    Task& other = this->task(id);
    HEDDLE_ASSERT(other.light);
    if (keep_history_) history_.awaits.push_back({task.id, id});  // also if it is done: it had to be
    if (other.state == TaskState::done) continue;
    other.awaited_by.push_back(task.id);
    ++task.awaits;
  }
  if (task.awaits == 0) make_pending(task, Operation(operation));
  return task.id;
}

void Trial::let_go_on(Task& done) {
  for (TaskId id : done.awaited_by) {
    Task& task = this->task(id);
    if (--task.awaits == 0) make_pending(task, Operation(task.pending.operation));
  }
  done.awaited_by.clear();
}

}  // namespace heddle
