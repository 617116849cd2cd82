// Virtual time: deadlines, timers, and the clock that moves only when nothing else can run.
#include <fmt/format.h>

#include "heddle/engine/trial.h"

namespace heddle {

void Trial::set_deadline(Task& task, Time deadline) {
  const Operation& expiry = task.light ? task.pending.operation : task.wait->expiry;
  if (settings_.time == TimeMode::any_time || deadline <= clock_.now())
    make_pending(task, expiry);
  else
    clock_.add(deadline, task.id, task.generation);
}

// Moves the clock to the next deadline and makes everything due then an ordinary operation. False: nothing is due.
// Everything before this moment had to happen before the clock could move, hence Event::after.
bool Trial::advance_clock() {
  if (draining_) return false;
  while (!clock_.empty()) {
    const Time deadline = clock_.soonest().deadline;
    if (deadline > settings_.max_time) return false;
    bool fired = false;
    while (!clock_.empty() && clock_.soonest().deadline == deadline) {
      const VirtualClock::Entry entry = clock_.pop();
      Task& task = *tasks_[index(entry.task)];
      if (entry.generation != task.generation) continue;  // woken or cancelled meanwhile
      task.fired_after = event_index();
      make_pending(task, task.light ? Operation(task.pending.operation) : task.wait->expiry);
      fired = true;
    }
    if (fired) {
      clock_.set(deadline);
      return true;
    }
  }
  return false;
}

constexpr std::size_t kMaxTimers = 1'000'000;  // started, fired or cancelled: a loop that does nothing else

TaskId Trial::start_timer(std::string_view name, Time deadline, ObjectId object, Location where, UniqueFunction body) {
  if (task_count_ - spawned_ > kMaxTimers) [[unlikely]]
    flag_failure(FailureKind::limit, fmt::format("more than {} timers in one trial", kMaxTimers), where);
  Task& timer = new_task(name);
  timer.light = true;
  timer.state = TaskState::blocked;
  timer.body = std::move(body);
  timer.pending.operation = Operation{&kTimer, object, Access::update, where};
  timer.deadline = deadline;
  set_deadline(timer, deadline);
  return timer.id;
}

bool Trial::cancel_timer(TaskId id) {
  Task& timer = task(id);
  if (timer.state == TaskState::done) return false;
  kill(id);
  return true;
}

Time Trial::timer_deadline(TaskId id) const { return task(id).state == TaskState::done ? kNever : task(id).deadline; }

}  // namespace heddle
