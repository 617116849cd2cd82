#include "heddle/engine/trial.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <typeinfo>

#include "heddle/engine/backtrace.h"
#include "heddle/engine/crash.h"
#include "heddle/engine/forked.h"
#include "heddle/engine/in_the_name_of.h"
#include "heddle/engine/thrown.h"
#include "heddle/engine/wall_clock.h"

namespace heddle {

constinit thread_local Trial* Trial::current_ = nullptr;

namespace {

// The object that stands for a task's own life: ended by its exit or by somebody's strike.
class LifeKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "life of a task"; }
};

const LifeKind kLife;

constexpr std::size_t kRecentSteps = 1000;

}  // namespace

std::size_t new_component_slot() {
  static std::size_t next = 0;
  return next++;
}

Trial::Trial(const Settings& settings) : settings_(settings), stacks_(settings.stack_bytes) {
  stacks_.poison_with(settings.poison_stacks);
  recent_.resize(kRecentSteps);
}

Trial::~Trial() = default;

void Trial::nobody_runs() {
  throw std::logic_error(
      "heddle: this function works only inside a running test: call it from a HEDDLE_TEST or a function given to "
      "explore()");
}

Outcome Trial::run(const std::function<void()>& test, Strategy& strategy, const TrialStart& start_of, Board& board,
                   void (*shell)(Trial&, UniqueFunction&)) {
  Trial* const outer = current_;  // a search may ask questions between the end of a trial and its cleaning up
  HEDDLE_ASSERT(outer == nullptr || outer->running_ == nullptr || outer->board_->phase.load() == Phase::cleanup);
  current_ = this;
  std::terminate_handler const before = std::set_terminate(&Trial::on_terminate);
  start(start_of, strategy, board);

  Task& root = new_task("test");
  root.body = [&test] { test(); };
  root.shell = shell;
  root.state = TaskState::settling;
  settling_.push_back(&root);
  running_ = first();
  prepare(*running_);
  switch_fiber(host_, running_->fiber, *exceptions_);
  if (forked_off) end_forked();
  if (finished_) {
    stacks_.give_back(finished_->fiber.stack);
    finished_ = nullptr;
  }
  flush();
  if (!failed_ && !cut_) check_quiet();
  if (board.came_back.load())
    set_failure(FailureKind::misuse, "a process that the test forked came back into Heddle: end it with _exit() or exec", "",
                0, "");

  running_ = nullptr;
  board_->phase.store(Phase::cleanup, std::memory_order_relaxed);
  Outcome outcome;
  if (failed_) {
    outcome.failure = board_->failure.read();
    outcome.failure->detail = std::move(detail_);
  }
  outcome.cut = cut_;
  outcome.steps = steps_;
  outcome.contested = contested_;
  outcome.order_hash = order_hash_;
  for (std::size_t i = 0; i < task_count_; ++i)  // how far each task came: not every event touches something
    outcome.order_hash += combine(tasks_[i]->stable, tasks_[i]->sequence);
  outcome.ended_at = clock_.now();
  if (failed_) board_->count.store(decisions_to_failure_, std::memory_order_relaxed);
  if (before_cleanup_) before_cleanup_(*this);
  if (keep_history_) strategy_->finished(*this);
  clean_up();
  std::set_terminate(before);
  current_ = outer;
  board_->phase.store(Phase::idle, std::memory_order_relaxed);
  return outcome;
}

void Trial::start(const TrialStart& start, Strategy& strategy, Board& board) {
  install_crash_handlers(board);
  take_over_clocks();
  watch_forks(&Trial::on_fork);
  watch_throws();
  board_ = &board;
  board.trial.store(start.index, std::memory_order_relaxed);
  board.seed.store(start.seed, std::memory_order_relaxed);
  board.count.store(0, std::memory_order_relaxed);
  board.steps.store(0, std::memory_order_relaxed);
  board.failure.present.store(0, std::memory_order_relaxed);
  board.crash.signal.store(0, std::memory_order_relaxed);
  board.came_back.store(false, std::memory_order_relaxed);
  board.phase.store(Phase::running, std::memory_order_relaxed);

  exceptions_ = &this_threads_exceptions();
  strategy_ = &strategy;
  strategy.begin(start);
  const Wants wants = strategy.wants();
  tell_executed_ = wants.executed;
  keep_prints_ = wants.prints;
  keep_history_ = history_asked_ || wants.history || wants.races || wants.prints;
  watching_ = tell_executed_ || keep_history_ || observer_;
  const bool all_fair = strategy.fair(), alone = strategy.alone();
  tail_from_ = all_fair || alone ? kNoLimit : settings_.fair_after;
  heat_from_ = settings_.heat_from != kNoLimit ? settings_.heat_from : alone ? kNoLimit : all_fair ? 0 : tail_from_;
  board.heat_from.store(heat_from_, std::memory_order_relaxed);
  limit_from_ = settings_.max_steps - std::min<std::uint64_t>(settings_.max_steps, recent_.size());
  early_left_ = settings_.time == TimeMode::any_time ? settings_.early_timers : 0;
  watch_from_ = early_left_ != 0 && early_left_ != kNoLimit ? 0 : limit_from_;
  be_alert();
  watcher_ = nullptr;
  leading_ = false;
  tail_ = Random(combine(start.seed, 0x7461696cull));
  steps_ = contested_ = moved_at_ = chosen_ = chosen_at_ = 0;
  spawned_ = 0;
  living_.clear();
  order_hash_ = 0;
  event_open_ = false;
  cleanup_ = draining_ = failed_ = over_ = cut_ = false;
  history_.clear();
  detail_.clear();
}

// By its parent and ordinal, unless it has a stable identity from elsewhere.
Task& Trial::new_task(std::string_view name, std::uint64_t stable) {
  if (task_count_ == tasks_.size()) tasks_.push_back(std::make_unique<Task>());
  Task& task = *tasks_[task_count_];
  task.id = static_cast<TaskId>(task_count_++);
  if (task.name != name) {  // seldom: trials are alike
    task.name.assign(name);
    task.name_hash = hash_text(name);
  }
  task.unique_name.clear();
  task.sequence = task.children = task.objects = task.fired_after = 0;
  task.light = task.killed = task.expired = task.daemon = task.busy = false;
  task.abandoned = task.started = task.unwound = task.passive = false;
  task.swallowed = 0;
  task.wait = nullptr;
  ++task.generation;
  if (stable != 0) {
    task.parent = running_->id;
    task.ordinal = 0;
    task.stable = stable;
  } else if (running_) {
    task.parent = running_->id;
    task.ordinal = running_->children++;
    task.stable = combine(combine(running_->stable, task.name_hash), task.ordinal);
  } else {
    task.parent = kNoTask;
    task.ordinal = 0;
    task.stable = "root"_hash;
  }
  living_.push_back(task.id);
  task.pending.task = task.id;
  task.pending.owner = &task;
  task.pending.task_stable = task.stable;
  task.life = make_object(kLife, combine(task.stable, "life"_hash));
  if (keep_history_)
    history_.tasks.push_back({task.stable, task.parent, event_open_ ? event_index() : kNone, task.life});
  if (keep_prints_) note_state(StateRecord::Kind::born, task.id, {});
  return task;
}

TaskId Trial::spawn(std::string_view name, UniqueFunction body, Shell shell) {
  if (running_->killed || cleanup_) [[unlikely]] {
    interrupted();
    return kNoTask;
  }
  if (running_->passive) [[unlikely]]
    refuse_operation(&kSpawn, Location::none());
  if (++spawned_ >= settings_.max_tasks) [[unlikely]]
    fail(FailureKind::limit,
         fmt::format("more than {} tasks in one trial, the last by {}: raise it with --max-tasks if that is meant",
                     settings_.max_tasks, name_of(running_->id)),
         Location::none());
  if (!running_->light) note(kSpawn, kNoObject, Location::none());
  Task& task = new_task(name);
  task.body = std::move(body);
  task.shell = shell;
  task.state = TaskState::settling;
  settling_.push_back(&task);
  describe([&] { return name_of(task.id); });
  return task.id;
}

// Stacks are bound when a task first runs, so that tasks that never do cost none.
void Trial::prepare(Task& task) {
  task.started = true;
  prepare_fiber(task.fiber, stacks_.take(), &Trial::enter);
}

void Trial::enter() {
  arrive_on_new_fiber();
  Trial& trial = *current_;
  if (trial.finished_) {  // we came from a task that ended; leave() sees to it on fibers that go on
    trial.stacks_.give_back(trial.finished_->fiber.stack);
    trial.finished_ = nullptr;
  }
  Task& me = *trial.running_;
  try {
    if (!me.killed && !trial.cleanup_) me.shell ? me.shell(trial, me.body) : me.body();
  } catch (const TaskKilled&) {
  } catch (...) {
    trial.flag_uncaught();
  }
  me.killed || trial.cleanup_ ? trial.drop_body(me) : me.body.reset();
  trial.finish(me);
}

void Trial::drop_body(Task& task) {
  Task* const before = std::exchange(running_, &task);
  task.killed = task.unwound = true;
  task.body.reset();
  running_ = before;
}

void Trial::finish(Task& me) {
  if (forked_off) [[unlikely]]
    end_forked();
  if (!cleanup_) flush();
  me.state = TaskState::done;
  if (index(me.id) == 0) draining_ = true;
  finished_ = &me;
  leave_for_good(me);
  HEDDLE_ASSERT(!"a finished task was resumed");
}

void Trial::fail(FailureKind kind, std::string_view message, Location where, std::string detail) {
  if (!in_person_) {
    stumbled_ = true;
    throw NotInPerson{};
  }
  if (!failed_ && !cleanup_) detail_ = std::move(detail);
  flag_failure(kind, message, where);
  Task& me = *running_;
  me.passive = false;  // a monitor that fails gives its task back
  if (me.light) throw TaskKilled{};  // whoever runs light bodies catches it
  me.killed = true;
  if (over_ && !cleanup_) leave_failed(me);
  throw TaskKilled{};
}

void Trial::flag_failure(FailureKind kind, std::string_view message, Location where) {
  flag_failure(kind, message, where.known() ? where.file() : "", where.known() ? where.line() : 0);
}

void Trial::flag_failure(FailureKind kind, std::string_view message, std::string_view file, std::uint32_t line) {
  if (!in_person_) {
    stumbled_ = true;
    return;
  }
  flush();
  set_failure(kind, message, file, line, name_of(running_->id));
}

// The first failure counts. It goes to the board at once, without allocating: whatever happens next, it is not lost.
void Trial::set_failure(FailureKind kind, std::string_view message, std::string_view file, std::uint32_t line,
                        std::string_view task) {
  if (forked_off) end_forked();
  if (failed_ || cleanup_) return;
  failed_ = true;
  over_ = !settings_.run_on;
  decisions_to_failure_ = board_->count.load(std::memory_order_relaxed);
  board_->failure.write(kind, message, file, line, task);
}

ObjectId Trial::make_object(const ObjectKind& kind) {
  return make_object(kind, combine(running_->stable ^ "object"_hash, running_->objects++));
}

ObjectId Trial::make_object(const ObjectKind& kind, std::uint64_t stable) {
  objects_.push_back(Object{.kind = &kind, .stable = stable});
  if (keep_history_) history_.object_stable.push_back(stable);
  return static_cast<ObjectId>(objects_.size() - 1);
}

std::string Trial::name_of(ObjectId id) const {
  if (id == kNoObject) return "";
  const Object& object = objects_[index(id)];
  if (object.kind == &kLife) {
    for (std::size_t i = 0; i < task_count_; ++i)
      if (tasks_[i]->life == id) return name_of(tasks_[i]->id);
  }
  return object.kind->describe(id);
}

// The path of names from the test down: "server", "server/worker#2". The test itself is left out of the path.
const std::string& Trial::name_of(TaskId id) const {
  static const std::string nobody;
  if (id == kNoTask) return nobody;
  Task& task = *tasks_[index(id)];
  if (!task.unique_name.empty()) return task.unique_name;
  for (; counted_ <= index(id); ++counted_) {  // once for all: there may be many, as there are timers
    Task& next = *tasks_[counted_];
    next.namesake = ++namesakes_[{next.parent, next.name}];
  }
  std::string text;
  if (task.parent != kNoTask && index(task.parent) != 0) text = name_of(task.parent) + "/";
  text += task.name;
  if (task.namesake > 1) text += fmt::format("#{}", task.namesake);
  return task.unique_name = std::move(text);
}

}  // namespace heddle
