// A trial: one controlled run of a test, from a clean start to an outcome. The object is kept and used again.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/base/random.h"
#include "heddle/engine/board.h"
#include "heddle/engine/component.h"
#include "heddle/engine/failure.h"
#include "heddle/engine/history.h"
#include "heddle/engine/object.h"
#include "heddle/engine/observer.h"
#include "heddle/engine/outcome.h"
#include "heddle/engine/quiet_frames.h"
#include "heddle/engine/settings.h"
#include "heddle/engine/stack_pool.h"
#include "heddle/engine/strategy.h"
#include "heddle/engine/tally.h"
#include "heddle/engine/task.h"
#include "heddle/engine/virtual_clock.h"
#include "heddle/engine/watcher.h"

namespace heddle {

inline constexpr OperationKind kSpawn{"spawn", kFixed};
inline constexpr OperationKind kChoose{"choose", kFixed};
inline constexpr OperationKind kTimer{"timer"};

class Trial {
 public:
  explicit Trial(const Settings& settings = {});
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // --- for whoever explores -------------------------------------------------------------------------------------

  // Runs `test` once. Decisions are asked of `strategy` and written to `board`, where they are found even if the
  // process dies. The history, if kept, stays readable until the next run.
  Outcome run(const std::function<void()>& test, Strategy& strategy, const TrialStart& start, Board& board,
              void (*shell)(Trial&, UniqueFunction&) = nullptr);

  void keep_history(bool keep) { history_asked_ = keep; }  // even if the strategy does not want it
  const History& history() const { return history_; }
  void observe_with(Observer* observer) { observer_ = observer; }  // null: nobody watches
  // Called between the end of the test and the unwinding of its tasks, while all its data is still there.
  void before_cleanup(std::function<void(Trial&)> hook) { before_cleanup_ = std::move(hook); }
  Settings& settings() { return settings_; }
  const Settings& settings() const { return settings_; }

  // From a signal handler: what happened, for whoever survives this process.
  void note_crash(int signal, void* address, std::uintptr_t stack_pointer = 0);
  void note_throw(const void* exception) noexcept;  // see thrown.h

  // --- for primitives, on the stack of the running task ---------------------------------------------------------

  static Trial& current() {  // a misuse error when no trial runs
    if (current_) [[likely]]
      return *current_;
    nobody_runs();
  }
  static Trial* current_or_null() { return current_; }

  // Announces an operation and returns when it is picked: the caller then does it at once and says what it did by
  // touch(). False: the task is being unwound, and the caller must do nothing at all.
  [[nodiscard]] bool schedule(const Operation& operation) {
    return schedule(operation.kind, operation.object, operation.access, operation.where);
  }

  // The event under way did this to an object. `value` identifies what it learned there (a message, say).
  void touch(ObjectId object, Access access, std::uint32_t detail = 0, std::uint64_t value = 0);

  // Starts an event that needs no decision, because only its own task can observe it.
  void note(const OperationKind& kind, ObjectId object, Location where);

  // Text about the event under way; made only if somebody watches.
  template <class MakeText>
  void describe(MakeText&& make_text) {
    if (!observer_) return;
    text_ = make_text();
    if (event_open_) observer_->on_begin(*this, event_, text_);
  }

  // Parks the running task until wake() or its deadline. True: woken; false: expired.
  [[nodiscard]] bool block(const Wait& wait);
  // The same for callers that throw TaskKilled themselves when the task was killed meanwhile: a frame less to unwind.
  [[nodiscard]] Parked park(const Wait& wait);
  void wake(TaskId task);

  // The shell, if any, runs the body: front ends use it to say what the end of a body means.
  using Shell = void (*)(Trial&, UniqueFunction& body);
  TaskId spawn(std::string_view name, UniqueFunction body, Shell shell = nullptr);

  // A task without a stack: at the deadline its body becomes an operation on `object`, run inside the schedule step. The
  // body must not call schedule() or block().
  TaskId start_timer(std::string_view name, Time deadline, ObjectId object, Location where, UniqueFunction body);
  bool cancel_timer(TaskId timer);           // false: it has fired already
  Time timer_deadline(TaskId timer) const;   // kNever: fired or cancelled

  // A task without a stack, known by `stable`, whose body becomes an operation at once, or as soon as those of all tasks in
  // `awaited` are done: light tasks of this kind too, and the same ones in every trial.
  TaskId start_light(std::string_view name, std::uint64_t stable, const Operation& operation,
                     std::span<const TaskId> awaited, UniqueFunction body);

  // Call before TaskKilled is thrown on the stack of the running task. It does not return to a task that has been told so
  // often that it must catch it and go on.
  void tell_to_unwind();

  // Ends the running task if unwinding it from there to its shell would run nothing (quiet_frames.h).
  void leave_if_quiet(const std::uintptr_t* call, Shell shell);
  // Unwinds a task. It loses its pending operation, and runs its destructors before the next decision.
  void kill(TaskId task);
  // Destroys what a task that was ended has captured. What destructors ask for meanwhile does not happen.
  void drop_body(Task& task);
  // The running task survives its own killing from here on (to announce its exit).
  void revive() { running_->killed = false; }

  std::uint32_t choose(const Choice& choice);

  // Calls watcher.before_step from that step on; kNoLimit: not before somebody says so. One watcher at a time.
  void watch_steps(Watcher& watcher, std::uint64_t from);
  // From now on the watcher decides; not if the strategy is alone. Returns whether it does.
  bool lead(bool on);

  // While on, the running task may not announce operations. Returns what it was.
  bool make_passive(bool on) { return std::exchange(running_->passive, on); }
  [[noreturn]] void refuse_operation(const OperationKind* kind, Location where);  // null: waiting

  ObjectId make_object(const ObjectKind& kind);                        // named by its maker and ordinal
  ObjectId make_object(const ObjectKind& kind, std::uint64_t stable);  // named by the caller

  // Ends the trial with a failure, or with Settings::run_on only the running task. `detail` has lines for people that do not
  // fit a sentence.
  [[noreturn]] void fail(FailureKind kind, std::string_view message, Location where, std::string detail = {});

  // The same for code that runs inside the schedule step (bodies of timers): returns, and the trial ends at once after.
  void flag_failure(FailureKind kind, std::string_view message, Location where);
  void flag_failure(FailureKind kind, std::string_view message, std::string_view file, std::uint32_t line);

  // Ends the trial without a failure: it has become pointless.
  void cut() { over_ = cut_ = true; }

  // flag_failure for the exception that is being handled; `how` is added to what it says.
  void flag_uncaught(std::string_view how = {});

  // Made on first use, see component.h.
  template <class C>
  C& component() {
    const std::size_t slot = kComponentSlot<C>;
    if (slot < components_.size() && components_[slot].used) [[likely]]
      return static_cast<C&>(*components_[slot].component);
    return add_component<C>(slot);
  }

  template <class C>
  [[gnu::noinline]] C& add_component(std::size_t slot) {
    if (slot >= components_.size()) components_.resize(slot + 1);
    ComponentSlot& entry = components_[slot];
    if (!entry.component) entry.component = std::make_unique<C>();
    entry.used = true;
    return static_cast<C&>(*entry.component);
  }

  // --- looking --------------------------------------------------------------------------------------------------

  TaskId self() const { return running_->id; }
  Task& task(TaskId id) { return *tasks_[index(id)]; }
  const Task& task(TaskId id) const { return *tasks_[index(id)]; }
  std::size_t task_count() const { return task_count_; }
  const std::string& name_of(TaskId id) const;  // unique in the trial, the same in every trial
  const Object& object(ObjectId id) const { return objects_[index(id)]; }
  std::size_t object_count() const { return objects_.size(); }
  std::string name_of(ObjectId id) const;
  std::uint64_t event_id() const { return event_id_; }  // of the event under way, the same in every trial
  std::uint32_t event_index() const { return static_cast<std::uint32_t>(history_.events.size()); }
  Time now() const { return clock_.now(); }
  // How many timers and time-outs will never strike, because the test's function has returned and time stands still.
  std::size_t never_due() const;
  // Timers and time-outs wait, but the clock has not moved since that step, for somebody could always run. kNoLimit: it is
  // not so.
  std::uint64_t still_since() const;
  std::uint64_t steps() const { return steps_; }
  // The step from which a run can be called fair (Settings::heat_from).
  std::uint64_t heat_from() const { return heat_from_; }
  const Board& board() const { return *board_; }
  const Ready& ready() const { return ready_; }
  // Tasks, deadlines and all components: equal for equal states, whatever led there, as far as can be known.
  Fingerprint fingerprint() const;
  std::uint64_t untold() const;  // of all components
  // Who counts what is covered; null: nobody.
  Tally* tally() const { return tally_; }
  void count_with(Tally* tally) { tally_ = tally; }
  void log(std::string_view text) {  // a line in the story; see also spec/check.h
    if (observer_) observer_->on_log(*this, running_->id, text);
  }
  bool detailed() const { return observer_ != nullptr; }
  bool keeps_history() const { return keep_history_; }
  bool keeps_prints() const { return keep_prints_; }
  // The running task says that what it does from here on follows from this value and place, and from nothing before.
  void start_afresh(Print value) { note_state(StateRecord::Kind::afresh, running_->id, value); }
  bool failed() const { return failed_; }
  History& mutable_history() { return history_; }  // for mailboxes: who took what
  bool cleaning_up() const { return cleanup_; }
  bool unwound() const { return unwound_; }
  bool runs_task() const { return running_ != nullptr; }
  Observer* observer() const { return observer_; }
  const StackPool& stacks() const { return stacks_; }

 private:
  friend class InTheNameOf;  // in_the_name_of.h

  struct ComponentSlot {
    std::unique_ptr<Component> component;
    bool used = false;
  };

  [[noreturn]] static void nobody_runs();

  // schedule.cc: the schedule step. The parts of the operation come in registers: copied from memory where they have just
  // been put together, they would cost a third of the step.
  bool schedule(const OperationKind* kind, ObjectId object, Access access, Location where);
  // kWatched: somebody may want events.
  template <bool kWatched>
  bool take_turn(Task& me, const Operation& operation);
  template <bool kWatched>
  Task* next();
  template <bool kWatched>
  Pending& decide(bool alert);
  template <bool kWatched>
  void execute(Task& task);
  bool attend(const Pending& pending);
  const Pending& pick_instead();
  void run_light(Task& task);
  template <bool kWatched>
  void leave(Task& me, bool last);
  void make_pending(Task& task, const Operation& operation);
  void withdraw_pending(Task& task);
  void leave_for_good(Task& me);
  void leave_failed(Task& me);
  Task* first();
  template <bool kWatched>
  void begin_event(Task& task, const OperationKind* kind, ObjectId object, Location where, bool scheduled);
  void flush() {
    if (event_open_) flush_open();
  }
  void flush_open();
  void note_state(StateRecord::Kind kind, TaskId task, Print value);
  void keep_touch(ObjectId object, Access access, std::uint32_t detail);
  template <bool kWatched>
  void announce(Task& task, const Operation& operation);
  template <bool kWatched>
  void withdraw(Task& task);
  template <bool kWatched>
  void record(Decision decision);
  void be_alert() { alert_from_ = std::min(tail_from_, watch_from_); }
  bool interrupted();
  bool is_below_stack(const void* address, std::uintptr_t stack_pointer) const;
  void end_here(Task& me);
  [[noreturn]] void abandon(Task& me);

  // light.cc
  void let_go_on(Task& done);

  // clock.cc
  bool advance_clock();
  void set_deadline(Task& task, Time deadline);
  void spend_early(const Pending& pending);
  std::size_t waiting_for_the_clock() const;

  // trial.cc
  static void enter();
  Task& new_task(std::string_view name, std::uint64_t stable = 0);
  void prepare(Task& task);
  void finish(Task& me);
  void start(const TrialStart& start, Strategy& strategy, Board& board);
  void clean_up();
  void unwind(Task& task);
  void set_failure(FailureKind kind, std::string_view message, std::string_view file, std::uint32_t line,
                   std::string_view task);
  void check_quiet();
  std::string why_deadlocked();
  std::string step_limit_message() const;
  std::string where_thrown() const;  // the exception that is being handled; empty: not known
  static void on_terminate();
  static void on_fork();  // forked.cc

  static constinit thread_local Trial* current_;

  Settings settings_;
  StackPool stacks_;
  QuietFrames quiet_frames_;
  std::vector<std::unique_ptr<Task>> tasks_;  // kept for later trials; the first task_count_ are in use
  std::size_t task_count_ = 0;
  mutable std::vector<TaskId> living_;  // in the order of creation; some of them may have ended since
  std::uint32_t spawned_ = 0;  // of these; the others are timers and the test itself
  std::vector<Object> objects_;
  Ready ready_{objects_};
  std::vector<Task*> settling_;
  std::size_t settling_next_ = 0;
  VirtualClock clock_;
  Fiber host_;
  ExceptionState* exceptions_ = nullptr;
  Task* running_ = nullptr;
  Task* finished_ = nullptr;  // its stack goes back to the pool after the switch
  Strategy* strategy_ = nullptr;
  Board* board_ = nullptr;
  bool watching_ = false;  // somebody wants events
  bool tell_executed_ = false, history_asked_ = false, keep_history_ = false, keep_prints_ = false;
  bool cleanup_ = false;
  bool unwound_ = false;    // all tasks are; what destructors of messages and components ask for does not happen
  bool in_person_ = true;   // the running task does what it does itself, see InTheNameOf
  bool stumbled_ = false;   // something failed that it did not do itself
  bool draining_ = false;  // the test's function has returned
  bool failed_ = false;
  bool over_ = false;  // nobody goes on; also while cleaning up
  bool cut_ = false;   // because of the limit of steps, which is no failure here
  std::uint64_t decisions_to_failure_ = 0;
  Random tail_;
  std::uint64_t steps_ = 0, chosen_ = 0, chosen_at_ = 0;  // chosen_: choices since step chosen_at_
  std::uint64_t tail_from_ = 0;   // from this step on a random walk decides
  std::uint64_t led_from_ = 0;    // what that is while somebody leads
  std::uint64_t watch_from_ = 0;  // from this step on attend() looks
  std::uint64_t alert_from_ = 0;  // the earlier of the two
  std::uint64_t limit_from_ = 0;  // because the limit is near
  Watcher* watcher_ = nullptr;
  std::uint64_t heat_from_ = 0;
  std::uint64_t early_left_ = 0;  // see Settings::early_timers
  std::uint64_t moved_at_ = 0;  // step at which the clock moved last
  bool leading_ = false;
  std::uint64_t contested_ = 0, event_id_ = 0, order_hash_ = 0;
  bool event_open_ = false;
  Event event_;
  std::string text_;
  History history_;  // if nobody wants it, no more than the touches of the event under way
  Observer* observer_ = nullptr;
  Tally* tally_ = nullptr;
  std::function<void(Trial&)> before_cleanup_;
  std::string detail_;
  std::vector<ComponentSlot> components_;
  mutable std::map<std::pair<TaskId, std::string_view>, std::uint32_t> namesakes_;  // by parent: see name_of
  mutable std::size_t counted_ = 0;                                                 // tasks, in namesakes_
  std::vector<std::uint32_t> recent_;  // tasks of the last steps, for naming a spinning one
};

// Besides the footprint, this keeps a hash that is equal exactly for trials with the same partial order: an equivalence
// class is fixed by program order, by what each event read (version), and by the order of writes per object. Changes that
// commute (adds, equal writes) are summed up, and whoever is ordered after them sees the sum.
inline void Trial::touch(ObjectId id, Access access, std::uint32_t detail, std::uint64_t value) {
  Object& object = objects_[index(id)];
  std::uint64_t seen = value;
  switch (access) {
    case Access::read:
    case Access::visit:
      seen += object.version + object.added;
      break;
    case Access::write:
    case Access::add:
      if (access == Access::add || detail != 0) {  // commutes with its like: see HEDDLE_ACCESSES
        const std::uint32_t equal = access == Access::write ? detail : 0;
        if (object.equal != equal) {  // what went before does not commute with this
          object.version = mix(object.version + object.added);
          object.added = 0;
          object.equal = equal;
        }
        seen += object.version;
        object.added += mix(event_id_);
        break;
      }
      [[fallthrough]];
    case Access::update:
    case Access::lock:
    case Access::unlock:
      seen += object.version + object.added;
      object.version = event_id_;
      object.added = 0;
      object.equal = 0;
      break;
    case Access::send:
    case Access::take:
    case Access::expire:
      break;  // `value` says which message: who took what fixes the order of sends as far as anybody can tell
    case Access::look:
    case Access::strike:
      break;  // and here which strike it saw: there is only one
  }
  order_hash_ += fold(event_id_ ^ object.stable, seen);
  if (watching_) [[unlikely]]
    keep_touch(id, access, detail);
}

}  // namespace heddle
