// Virtual time: deadlines, timers, and the clock that moves only when nothing else can run.
#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/trial.h"

namespace heddle {
namespace {

// Waits for the clock; a message on its way does not.
bool is_timed(const Task& task) {
  return task.state == TaskState::blocked && (!task.light || task.pending.operation.kind == &kTimer);
}

}  // namespace

void Trial::set_deadline(Task& task, Time deadline) {
  const Operation& expiry = task.light ? task.pending.operation : task.wait->expiry;
  if (deadline <= clock_.now() || early_left_ != 0)
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
      if (keep_prints_) note_state(StateRecord::Kind::clock, kNoTask, Fingerprint().add(deadline).print());
      moved_at_ = steps_;
      return true;
    }
  }
  return false;
}

// With a budget: a time-out or timer that goes while something else could uses it up. With the last of it, what is
// still ahead of its time goes back to wait for the clock.
void Trial::spend_early(const Pending& pending) {
  if (early_left_ == kNoLimit || ready_.size() < 2 || !is_timed(*pending.owner)) return;
  if (--early_left_ != 0) return;
  for (std::size_t i = 0; i < task_count_; ++i) {
    Task& task = *tasks_[i];
    if (!is_timed(task) || task.pending.slot == kNoSlot || &task.pending == &pending) continue;
    const Time deadline = task.light ? task.deadline : task.wait->deadline;
    if (deadline <= clock_.now()) continue;
    withdraw_pending(task);
    clock_.add(deadline, task.id, task.generation);
  }
}

std::size_t Trial::never_due() const { return draining_ ? waiting_for_the_clock() : 0; }

std::uint64_t Trial::still_since() const {
  return !draining_ && waiting_for_the_clock() > 0 ? moved_at_ : kNoLimit;
}

std::size_t Trial::waiting_for_the_clock() const {
  return static_cast<std::size_t>(std::ranges::count_if(clock_.entries(), [this](const VirtualClock::Entry& entry) {
    return entry.generation == task(entry.task).generation && entry.deadline <= settings_.max_time;
  }));
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
