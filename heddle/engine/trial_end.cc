// How a trial ends: is it quiet or stuck, and how its tasks are unwound.
#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <typeinfo>
#include <string>
#include <utility>
#include <vector>

#include "heddle/engine/backtrace.h"
#include "heddle/engine/trial.h"
#include "heddle/engine/unwind.h"

namespace heddle {
namespace {

// "a", "a and b", "a, b and c", "a, b, c, d and 996 more".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kAllNamed = 5;
  const std::size_t shown = names.size() <= kAllNamed ? names.size() - 1 : kAllNamed - 1;
  const std::string last = shown + 1 == names.size() ? names.back() : fmt::format("{} more", names.size() - shown);
  if (shown == 0) return last;
  return fmt::format("{} and {}", fmt::join(names.begin(), names.begin() + shown, ", "), last);
}

bool is_ours(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const TaskKilled&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace

// Nothing can run any more. Is that an acceptable end?
void Trial::check_quiet() {
  for (ComponentSlot& slot : components_) {
    if (!slot.used) continue;
    if (std::optional<Failure> failure = slot.component->at_quiet(*this)) {
      set_failure(failure->kind, failure->message, failure->file, failure->line, failure->task);
      detail_ = failure->detail;
      if (failure->kind == FailureKind::liveness || failure->kind == FailureKind::obligation) detail_ += why_deadlocked();
      return;
    }
  }
  const bool nobody_will_come = never_due() == 0;  // else whoever waits for the clock, which stands still, might help
  const Task* stuck = nullptr;
  for (std::size_t i = 0; i < task_count_ && !stuck; ++i) {
    const Task& task = *tasks_[i];
    if (task.state != TaskState::blocked || task.light) continue;
    const bool must_end = (task.busy && nobody_will_come) || settings_.deadlock == DeadlockRule::any;
    if (i == 0 || (must_end && !task.daemon)) stuck = &task;
  }
  if (!stuck) return;
  const Wait& wait = *stuck->wait;
  std::string message =
      fmt::format("{} waits for ever in {}{}", name_of(stuck->id), wait.what, stuck->busy ? " inside an action" : "");
  const bool out_of_time = wait.deadline != kNever && wait.deadline > settings_.max_time;
  if (out_of_time)
    message += fmt::format(" (its time-out lies past --max-time={}s)",
                           std::chrono::duration_cast<std::chrono::seconds>(settings_.max_time).count());
  const bool left_behind = tasks_[0]->state == TaskState::done;  // the test has ended: nobody waits for it
  if (left_behind) message += ", after the end of the test";
  const FailureKind kind = out_of_time                    ? FailureKind::time_limit
                           : left_behind && !stuck->busy ? FailureKind::leak
                                                          : FailureKind::deadlock;
  set_failure(kind, message,
              wait.where.known() ? wait.where.file() : "", wait.where.known() ? wait.where.line() : 0, name_of(stuck->id));
  detail_ = why_deadlocked();
}

// Every blocked task: what it waits for, its patterns and mailbox, and where. Those of which the same can be said are
// named together.
std::string Trial::why_deadlocked() {
  struct Waiting {
    std::vector<std::string> names;
    std::string how;
  };
  std::vector<Waiting> all;
  std::map<std::string, std::size_t> places;  // in `all`
  StackReader stacks;
  for (std::size_t i = 0; i < task_count_; ++i) {
    const Task& task = *tasks_[i];
    if (task.state != TaskState::blocked || task.light) continue;
    const Wait& wait = *task.wait;
    std::string how = fmt::format("in {}", wait.what);
    if (wait.where.known()) how += fmt::format(" at {}:{}", wait.where.file_base(), wait.where.line());
    if (task.daemon) how += " (daemon)";
    how += "\n";
    if (wait.describe) how += wait.describe(wait.context);
    how += format_frames(stacks.user_frames(task.wait_stack), 4);
    const auto [place, fresh] = places.emplace(how, all.size());
    if (fresh) all.push_back({{}, std::move(how)});
    all[place->second].names.push_back(name_of(task.id));
  }
  std::string text;
  for (const Waiting& waiting : all)
    text += fmt::format("{} {} {}", listed(waiting.names), waiting.names.size() == 1 ? "waits" : "wait", waiting.how);
  return text;
}

// Who has been going round in circles? The task with most of the last steps, and where in its code they were.
std::string Trial::step_limit_message() const {
  std::map<std::uint32_t, std::size_t> share;
  const auto window = static_cast<std::size_t>(std::min<std::uint64_t>(recent_.size(), settings_.max_steps));
  if (window == 0) return "no step is allowed (--max-steps=0)";
  for (std::size_t i = 0; i < window; ++i) ++share[recent_[i]];
  const auto busiest =
      std::max_element(share.begin(), share.end(), [](auto& a, auto& b) { return a.second < b.second; });
  const Task& task = *tasks_[busiest->first < task_count_ ? busiest->first : 0];
  std::string text = fmt::format("no end after {} steps; {} took {} of the last {}", settings_.max_steps,
                                 name_of(task.id), busiest->second, window);
  const Location where = task.pending.operation.where;
  if (where.known()) text += fmt::format(", last at {}:{}", where.file_base(), where.line());
  if (still_since() < steps_ / 2)
    text += "; timers wait, but time stands still as long as somebody can run (--timers=any lets them strike anyway)";
  else
    text +=
        "; raise the limit with --max-steps if the test is meant to run longer; if it is meant to run for ever, --endless "
        "lets it, and --bound-steps or --bound-faults lets a search end";
  return text;
}

void Trial::flag_uncaught(std::string_view how) {
  if (cleanup_) return;
  const std::type_info* const type = abi::__cxa_current_exception_type();
  std::string what;
  try {
    throw;
  } catch (const std::bad_alloc& e) {
    what = fmt::format(": {}", typeid(e) == typeid(std::bad_alloc) ? kOutOfMemory : e.what());
  } catch (const std::exception& e) {
    what = fmt::format(": {}", e.what());
  } catch (...) {
  }
  int status = -1;
  std::unique_ptr<char, decltype(&std::free)> name(
      type ? abi::__cxa_demangle(type->name(), nullptr, nullptr, &status) : nullptr, &std::free);
  std::string message = status == 0 && name ? name.get() : type ? type->name() : "an exception";
  message += what;
  message += how;
  if (!failed_) detail_ = where_thrown();
  flag_failure(FailureKind::exception, message, Location::none());
}

// Unwinds what is left, in the order of creation, so that destructors of the test's objects run.
void Trial::clean_up() {
  cleanup_ = over_ = true;
  for (std::size_t i = 0; i < task_count_; ++i) {
    Task& task = *tasks_[i];
    if (task.state != TaskState::done) unwind(task);
    if (task.abandoned) stacks_.give_back(task.fiber.stack);
    drop_body(task);
    task.awaited_by.clear();
    task.state = TaskState::done;
    task.pending.slot = kNoSlot;
    task.pending.next = task.pending.previous = nullptr;
    task.wait_stack.clear();
    task.thrown = {};
  }
  unwound_ = true;
  running_ = tasks_[0].get();
  for (bool any = true; any;) {  // what one of them destroys may ask others that were reset before it
    any = false;
    for (std::size_t i = 0; i < components_.size(); ++i) {
      if (!std::exchange(components_[i].used, false)) continue;
      components_[i].component->reset();
      any = true;
    }
  }
  unwound_ = false;
  ready_.clear();
  settling_.clear();
  settling_next_ = 0;
  clock_.reset();
  objects_.clear();
  task_count_ = counted_ = 0;
  namesakes_.clear();
  running_ = nullptr;
}

void Trial::unwind(Task& task) {
  if (task.light || !task.started) return;
  task.killed = true;
  running_ = &task;
  switch_fiber(host_, task.fiber, *exceptions_);
  if (finished_) {
    stacks_.give_back(finished_->fiber.stack);
    finished_ = nullptr;
  }
}

// The running task was killed. Unwinding code may not throw again, so there the operation is skipped.
bool Trial::interrupted() {
  if (std::uncaught_exceptions() > 0 || unwound_ || running_->unwound) return false;
  tell_to_unwind();
  unwind_task();
}

// A handler may do operations, and is told again. But a catch (...) that goes on as if nothing had been would do so for
// ever: its task is left where it is. If the trial is decided, that does no harm.
void Trial::tell_to_unwind() {
  constexpr int kHandlers = 16;  // in one another
  Task& me = *running_;
  if (++me.swallowed <= kHandlers) return;
  if (!cleanup_)
    flag_failure(FailureKind::misuse,
                 fmt::format("{} was ended, and went on: a catch (...) in it caught heddle::TaskKilled; catch "
                             "std::exception there, or let TaskKilled through",
                             name_of(me.id)),
                 Location::none());
  abandon(me);
}

void Trial::leave_if_quiet(const std::uintptr_t* call, Shell shell) {
  Task& me = *running_;
  const bool handles = exceptions_->caught || exceptions_->uncaught > 0;
  if (handles || me.shell != shell || !quiet_frames_.between(call, reinterpret_cast<std::uintptr_t>(shell))) return;
  drop_body(me);
  finish(me);
}

// Leaves the running task for good, with whatever is on its stack.
void Trial::abandon(Task& me) {
  me.abandoned = true;
  me.state = TaskState::done;
  if (index(me.id) == 0) draining_ = true;
  leave_for_good(me);
  std::abort();
}

// std::terminate on a task's stack: an exception met a noexcept. If it is our own unwinding, the rest of the stack is
// given up; if it is the test's, that is a failure like any other. Either way the process lives on.
void Trial::on_terminate() {
  Trial* trial = current_;
  if (!trial || !trial->running_) std::abort();
  Task& me = *trial->running_;
  const std::exception_ptr thrown = std::current_exception();
  if (!trial->cleanup_ && (!me.killed || (thrown && !is_ours(thrown)))) {
    if (thrown)
      trial->flag_uncaught(", which left a noexcept function or a destructor");
    else
      trial->flag_failure(FailureKind::exception, "std::terminate was called", Location::none());
  }
  if (!trial->over_ && me.shell && !me.light) trial->end_here(me);
  trial->abandon(me);
}

// Others hear of its end as of any other.
void Trial::end_here(Task& me) {
  me.killed = true;
  UniqueFunction nothing = [] {};
  try {
    me.shell(*this, nothing);
  } catch (...) {  // the trial is over
  }
}

}  // namespace heddle
