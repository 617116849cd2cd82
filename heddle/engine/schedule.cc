// The schedule step: from one task's announcement straight to the next task's execution.
#include <fmt/format.h>

#include <algorithm>

#include "heddle/engine/backtrace.h"
#include "heddle/engine/trial.h"

// Measured: without it the compiler leaves calls in the middle of the hot path, a tenth of its time.
#define HEDDLE_HOT __attribute__((always_inline)) inline

namespace heddle {

// The parts of the hot path come first and are inlined into their few callers. Each is made twice: in most trials nobody
// wants events, and not to ask whether anybody does saves a fifteenth of the instructions of a trial.

template <bool kWatched>
HEDDLE_HOT void Trial::announce(Task& task, const Operation& operation) {
  Pending& pending = task.pending;
  pending.operation = operation;
  if (kWatched && tell_executed_ && operation.object != kNoObject) {
    Object& object = objects_[index(operation.object)];
    pending.previous = nullptr;
    pending.next = object.waiting;
    if (object.waiting) object.waiting->previous = &pending;
    object.waiting = &pending;
  }
  ready_.add(pending);
}

// Takes a pending operation out of the pick set and off its object.
template <bool kWatched>
HEDDLE_HOT void Trial::withdraw(Task& task) {
  Pending& pending = task.pending;
  ready_.remove(pending);
  if (!kWatched || !tell_executed_ || pending.operation.object == kNoObject) return;
  if (pending.previous)
    pending.previous->next = pending.next;
  else
    objects_[index(pending.operation.object)].waiting = pending.next;
  if (pending.next) pending.next->previous = pending.previous;
}

template <bool kWatched>
HEDDLE_HOT void Trial::record(Decision decision) {
  const std::uint64_t count = board_->count.load(std::memory_order_relaxed);
  if (count >= board_->capacity) [[unlikely]] {
    set_failure(FailureKind::limit,
                fmt::format("more than {} decisions in one trial: split the test into shorter ones", board_->capacity),
                "", 0, "");
    over_ = true;
    return;
  }
  board_->decisions()[count] = decision;
  board_->count.store(count + 1, std::memory_order_relaxed);
  if (kWatched && observer_) [[unlikely]]
    observer_->on_decision(*this, decision);
}

// Not the strategy: whoever leads, or the random walk of a fair tail.
const Pending& Trial::pick_instead() {
  if (leading_) {
    const auto task = watcher_->lead(*this, DecisionType::pick, static_cast<std::uint32_t>(ready_.size()));
    if (task) return tasks_[*task]->pending;
    lead(false);
    if (steps_ < tail_from_) return strategy_->pick(ready_);
  }
  return ready_[tail_.below(ready_.size())];
}

template <bool kWatched>
HEDDLE_HOT Pending& Trial::decide(bool alert) {
  const bool in_tail = alert && steps_ >= tail_from_;
  contested_ += !in_tail;  // what the tail picks is no room for the strategy's change points
  const Pending& pending = in_tail ? pick_instead() : strategy_->pick(ready_);
  HEDDLE_ASSERT(ready_.contains(pending));
  record<kWatched>(Decision(DecisionType::pick, static_cast<std::uint32_t>(pending.task)));
  return const_cast<Pending&>(pending);
}

template <bool kWatched>
HEDDLE_HOT void Trial::begin_event(Task& task, const OperationKind* kind, ObjectId object, Location where, bool scheduled) {
  ++task.sequence;
  event_id_ = task.pending.task_stable + task.sequence * 0x9e3779b97f4a7c15ull;
  if (!kWatched || !watching_) return;
  if (!keep_history_) history_.touches.clear();
  text_.clear();
  event_ = {.task = task.id,
            .sequence = task.sequence,
            .kind = kind,
            .object = object,
            .where = where,
            .first_touch = static_cast<std::uint32_t>(history_.touches.size()),
            .touch_count = 0,
            .scheduled = scheduled,
            .after = task.fired_after};
  task.fired_after = 0;
  event_open_ = true;
  if (observer_) [[unlikely]]
    observer_->on_begin(*this, event_, {});
}

// The event under way is complete: tell those who want to know.
void Trial::flush_open() {
  event_open_ = false;
  const std::uint32_t count = static_cast<std::uint32_t>(history_.touches.size()) - event_.first_touch;
  if (keep_history_) {  // copied before its last change: who copies what he has just written waits for the memory
    history_.events.push_back(event_);
    history_.events.back().touch_count = count;
  }
  event_.touch_count = count;
  if (tell_executed_ && event_.scheduled)
    strategy_->executed(tasks_[index(event_.task)]->pending.operation, event_.task, history_.touches_of(event_), ready_);
  if (observer_) observer_->on_event(*this, event_, history_.touches_of(event_), text_);
}

void Trial::keep_touch(ObjectId object, Access access, std::uint32_t detail) {
  history_.touches.push_back({object, access, detail});
}

// The picked operation's task may now do it.
template <bool kWatched>
HEDDLE_HOT void Trial::execute(Task& task) {
  Pending& pending = task.pending;
  withdraw<kWatched>(task);
  ++steps_;
  board_->steps.store(steps_, std::memory_order_relaxed);
  board_->task.store(static_cast<std::uint32_t>(task.pending.task), std::memory_order_relaxed);
  if (task.state == TaskState::blocked) {  // its deadline was picked
    task.expired = true;
    task.wait = nullptr;
    ++task.generation;
  }
  task.state = TaskState::settling;
  const Operation& operation = pending.operation;
  begin_event<kWatched>(task, operation.kind, operation.object, operation.where, true);
}

void Trial::run_light(Task& task) {
  Task* const before = running_;
  running_ = &task;
  task.state = TaskState::done;
  ++task.generation;
  UniqueFunction body = std::move(task.body);
  try {
    body();
  } catch (const TaskKilled&) {  // a monitor found something to complain about
  }
  task.body = std::move(body);
  drop_body(task);
  flush();
  if (!task.awaited_by.empty()) let_go_on(task);
  running_ = before;
}

// Somebody watches, or the limit is near: then it remembers who takes the last steps. True: the trial is over.
bool Trial::attend(const Pending& pending) {
  if (steps_ < watch_from_) return false;
  if (watcher_) {
    const bool failed_before = failed_;
    watcher_->before_step(*this, pending);
    if (failed_ && !failed_before) over_ = true;  // what goes on for ever has no end to wait for
    if (over_) return true;
  }
  if (early_left_ != 0) spend_early(pending);
  if (steps_ < limit_from_) return false;
  if (steps_ >= settings_.max_steps) {
    if (settings_.endless) {
      cut();
      return true;
    }
    set_failure(FailureKind::step_limit, step_limit_message(), "", 0, name_of(pending.task));
    over_ = true;
    return true;
  }
  recent_[settings_.max_steps - steps_ - 1] = static_cast<std::uint32_t>(pending.task);
  return false;
}

void Trial::watch_steps(Watcher& watcher, std::uint64_t from) {
  watcher_ = &watcher;
  const bool has_budget = early_left_ != 0 && early_left_ != kNoLimit;
  watch_from_ = has_budget ? 0 : std::min(limit_from_, from);
  be_alert();
}

bool Trial::lead(bool on) {
  const bool now = on && !strategy_->alone();
  if (now != leading_) {
    std::swap(tail_from_, led_from_);
    if (now) tail_from_ = 0;
    be_alert();
  }
  leading_ = now;
  return now;
}

void Trial::refuse_operation(const OperationKind* kind, Location where) {
  fail(FailureKind::misuse,
       fmt::format("{} inside a monitor, or in the condition of a receive: these only watch", kind ? kind->name : "waiting"),
       where);
}

// Who runs next? Everybody who is on the way to an operation first; then what the strategy picks. Null: nobody can, or
// the trial has failed.
template <bool kWatched>
HEDDLE_HOT Task* Trial::next() {
  for (;;) {
    if (over_) [[unlikely]]
      return nullptr;
    if (!settling_.empty()) {
      Task* task = settling_[settling_next_++];
      if (settling_next_ == settling_.size()) {
        settling_.clear();
        settling_next_ = 0;
      }
      if (task->state != TaskState::settling) continue;  // died on the way
      board_->task.store(static_cast<std::uint32_t>(task->id), std::memory_order_relaxed);
      return task;
    }
    if (ready_.empty()) {
      if (!advance_clock()) return nullptr;
      continue;
    }
    const bool alert = steps_ >= alert_from_;
    Pending& pending = ready_.size() == 1 ? const_cast<Pending&>(ready_[0]) : decide<kWatched>(alert);
    if (kWatched && over_) [[unlikely]]
      return nullptr;
    Task& task = *pending.owner;
    if (alert && attend(pending)) [[unlikely]]
      return nullptr;
    execute<kWatched>(task);
    if (!task.light) return &task;
    run_light(task);
  }
}

// Leaves `me` for whoever goes next; returns when `me` goes on.
template <bool kWatched>
HEDDLE_HOT void Trial::leave(Task& me, bool last) {
  Task* to = next<kWatched>();
  if (to == &me) return;
  Fiber& target = to ? to->fiber : host_;
  if (to) {
    running_ = to;
    if (!to->started) [[unlikely]]
      prepare(*to);
  }
  switch_fiber(me.fiber, target, *exceptions_, last);
  if (finished_) [[unlikely]] {
    stacks_.give_back(finished_->fiber.stack);
    finished_ = nullptr;
  }
}

// The same, for the other files.
void Trial::make_pending(Task& task, const Operation& operation) { announce<true>(task, operation); }
void Trial::withdraw_pending(Task& task) { withdraw<true>(task); }
void Trial::leave_for_good(Task& me) { leave<true>(me, true); }
void Trial::leave_failed(Task& me) { leave<true>(me, false); }
Task* Trial::first() { return next<true>(); }

template <bool kWatched>
HEDDLE_HOT bool Trial::take_turn(Task& me, const Operation& operation) {
  if (kWatched) flush();
  announce<kWatched>(me, operation);
  me.state = TaskState::ready;
  leave<kWatched>(me, false);
  if (me.killed) [[unlikely]]
    return interrupted();
  return true;
}

bool Trial::schedule(const OperationKind* kind, ObjectId object, Access access, Location where) {
  Task& me = *running_;
  if (me.killed || cleanup_) [[unlikely]]
    return interrupted();
  if (me.passive | me.light) [[unlikely]] {
    if (!me.passive) return false;  // of a message that nobody gets, and that is destroyed here
    refuse_operation(kind, where);
  }
  return watching_ ? take_turn<true>(me, {kind, object, access, where})
                   : take_turn<false>(me, {kind, object, access, where});
}

void Trial::note(const OperationKind& kind, ObjectId object, Location where) {
  if (running_->passive) [[unlikely]]
    refuse_operation(&kind, where);
  flush();
  begin_event<true>(*running_, &kind, object, where, false);
}

Parked Trial::park(const Wait& wait) {
  Task& me = *running_;
  if (me.killed || cleanup_ || (me.light && !me.passive)) [[unlikely]]
    return Parked::killed;
  if (me.passive) [[unlikely]]
    refuse_operation(nullptr, wait.where);
  flush();
  me.wait = &wait;
  me.expired = false;
  me.state = TaskState::blocked;
  if (observer_) [[unlikely]]
    me.wait_stack = capture_stack();
  if (wait.deadline != kNever) set_deadline(me, wait.deadline);
  leave<true>(me, false);
  if (me.killed) [[unlikely]]
    return Parked::killed;
  return me.expired ? Parked::expired : Parked::woken;
}

bool Trial::block(const Wait& wait) {
  const Parked parked = park(wait);
  if (parked == Parked::killed) [[unlikely]]
    interrupted();
  return parked != Parked::expired;
}

void Trial::wake(TaskId id) {
  Task& task = *tasks_[index(id)];
  if (task.state != TaskState::blocked) return;
  if (task.pending.slot != kNoSlot) withdraw<true>(task);
  ++task.generation;
  task.wait = nullptr;
  task.state = TaskState::settling;
  settling_.push_back(&task);
}

void Trial::kill(TaskId id) {
  Task& task = *tasks_[index(id)];
  if (task.state == TaskState::done) return;
  task.killed = true;
  if (&task == running_) return;
  if (task.pending.slot != kNoSlot) {
    if (keep_history_ && event_open_)
      history_.lost.push_back({event_index(), task.id, task.sequence + 1, task.pending.operation});
    withdraw<true>(task);
  }
  ++task.generation;
  task.wait = nullptr;
  if (task.light) {
    task.state = TaskState::done;
    drop_body(task);
    return;
  }
  if (task.state != TaskState::settling) {
    task.state = TaskState::settling;
    settling_.push_back(&task);
  }
}

// Searches allow few steps at times; choices between two of them are no steps.
constexpr std::uint64_t kMinChoices = 10'000;

std::uint32_t Trial::choose(const Choice& asked) {
  if (asked.count == 0) fail(FailureKind::misuse, "choose(0): there is nothing to choose from", asked.where);
  if (asked.count > Decision::kMaxValue)
    fail(FailureKind::misuse, fmt::format("choose({}): at most {} alternatives", asked.count, Decision::kMaxValue),
         asked.where);
  Task& me = *running_;
  if (me.killed || cleanup_) return 0;
  if (steps_ != chosen_at_) {
    chosen_at_ = steps_;
    chosen_ = 0;
  }
  const std::uint64_t most = std::max(settings_.max_steps, kMinChoices);
  if (++chosen_ > most)
    fail(FailureKind::step_limit,
         fmt::format("no end after {} choices without an operation between them; a loop of choices needs a bound of its own "
                     "(the limit here is --max-steps)",
                     most),
         asked.where);
  Choice choice = asked;
  choice.task = me.id;
  std::uint32_t value = 0;
  if (me.passive) [[unlikely]]
    refuse_operation(&kChoose, choice.where);
  if (choice.count > 1) {
    std::optional<std::uint32_t> led;
    if (leading_) [[unlikely]] {
      led = watcher_->lead(*this, choice.type, choice.count);
      if (!led) lead(false);
    }
    if (led)
      value = *led;
    else
      value = steps_ >= tail_from_ && choice.weights.empty() ? static_cast<std::uint32_t>(tail_.below(choice.count))
                                                             : strategy_->choose(choice);
    HEDDLE_ASSERT(value < choice.count);
    record<true>(Decision(choice.type, value));
  }
  if (watcher_ && (choice.fair || choice.type == DecisionType::fault)) watcher_->chose(*this, choice, value);
  note(kChoose, kNoObject, choice.where);
  if (keep_history_ && choice.count > 1) history_.choices.push_back({event_index(), value});
  order_hash_ += combine(event_id_, value);
  describe([&] { return fmt::format("{} of 0..{}", value, choice.count - 1); });
  return value;
}

}  // namespace heddle
