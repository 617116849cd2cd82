#include "heddle/async/executor.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

constexpr OperationKind kPost{"post", kFixed};
constexpr OperationKind kRun{"run", kFixed};
constexpr OperationKind kSetDelay{"post later"};
constexpr OperationKind kCancelDelay{"cancel"};

// What a strand's actor is sent. Where it was posted is where its steps begin.
struct Job {
  UniqueFunction function;
};

class ExecutorKind final : public ObjectKind {
 public:
  std::string describe(ObjectId object) const override;
};
const ExecutorKind kExecutor;

class DelayKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "delayed function"; }
};
const DelayKind kDelay;

// Names of executors, and who runs on which.
class Executors final : public Component {
 public:
  static Executors& of(Trial& trial) { return trial.component<Executors>(); }
  std::map<std::uint32_t, std::string> names;     // by object
  std::map<std::uint32_t, ObjectId> executor_of;  // by task
  void fingerprint(const Trial&, Fingerprint& print) const override { print.add_unknown("an executor"); }
  void reset() override {
    names.clear();
    executor_of.clear();
  }
};

std::string ExecutorKind::describe(ObjectId object) const {
  Trial* const trial = Trial::current_or_null();
  return trial ? Executors::of(*trial).names[index(object)] : "executor";
}

bool dying(Trial& trial) { return trial.cleaning_up() || trial.task(trial.self()).killed; }

// Spawns the function as an actor of an executor.
void spawn_on(ObjectId executor, UniqueFunction function, Location where) {
  const std::string& name = Executors::of(Trial::current()).names[index(executor)];
  spawn(name, [executor, where, function = std::move(function)]() mutable {
    Trial& trial = Trial::current();
    Executors::of(trial).executor_of[index(trial.self())] = executor;
    if (!trial.schedule({&kRun, executor, Access::update, where})) return;
    trial.touch(executor, Access::update);
    function();
  });
}

// The actor of a strand.
void serve(ObjectId executor) {
  Trial& trial = Trial::current();
  Executors::of(trial).executor_of[index(trial.self())] = executor;
  daemon();
  for (;;) receive(on<Job>([](Job&& job) { UniqueFunction(std::move(job.function))(); }));
}

}  // namespace

ObjectId ExecutorBase::make(std::string_view name) {
  Trial& trial = Trial::current();
  const ObjectId object = trial.make_object(kExecutor);
  Executors::of(trial).names[index(object)] = name;
  return object;
}

Executor::Executor(std::string_view name) : ExecutorBase(make(name), Pid{}) {}

Strand::Strand(std::string_view name) : Strand(name, make(name)) {}
Strand::Strand(std::string_view name, ObjectId object)
    : ExecutorBase(object, spawn(name, [object] { serve(object); })) {}

void ExecutorBase::submit(UniqueFunction function, Location where) const {
  Trial& trial = Trial::current();
  if (dying(trial)) return;
  if (!worker_) return spawn_on(object_, std::move(function), where);
  ActorSystem& system = ActorSystem::of(trial);
  if (!trial.schedule({&kPost, system.actor(worker_).mailbox, Access::send, where})) return;
  trial.describe([&] { return fmt::format("to {}", worker_); });
  system.arrive(trial, worker_, make_message(Job{std::move(function)}));  // at once, whatever the delivery
}

bool ExecutorBase::runs_here() const {
  Trial& trial = Trial::current();
  const auto& executor_of = Executors::of(trial).executor_of;
  const auto found = executor_of.find(index(trial.self()));
  return found != executor_of.end() && found->second == object_;
}

void ExecutorBase::dispatch(UniqueFunction function, Location where) const {
  if (runs_here())
    function();
  else
    submit(std::move(function), where);
}

// The timer's own event posts: what a light task may do.
Delayed ExecutorBase::post_after(Duration duration, UniqueFunction function, Location where) const {
  Trial& trial = Trial::current();
  if (dying(trial)) return Delayed{};
  trial.note(kSetDelay, kNoObject, where);
  trial.describe([&] { return "in " + describe_time(duration); });
  const ObjectId delay = trial.make_object(kDelay);
  auto fire = [delay, executor = object_, worker = worker_, where, f = std::move(function)]() mutable {
    Trial& now = Trial::current();
    now.touch(delay, Access::update);
    if (worker)
      ActorSystem::of(now).arrive(now, worker, make_message(Job{std::move(f)}));
    else
      spawn_on(executor, std::move(f), where);
  };
  return {trial.start_timer("timer", deadline_in(trial, duration), delay, where, std::move(fire)), delay};
}

bool Delayed::cancel(Location where) const {
  Trial& trial = Trial::current();
  if (dying(trial)) return false;
  if (timer_ == kNoTask) trial.fail(FailureKind::misuse, "an empty Delayed{} was cancelled", where);
  if (!trial.schedule({&kCancelDelay, object_, Access::update, where})) return false;
  const bool in_time = trial.cancel_timer(timer_);
  trial.touch(object_, in_time ? Access::update : Access::read);
  trial.describe([&] { return in_time ? "in time" : "too late"; });
  return in_time;
}

void ExecutorBase::Schedule::await_suspend(std::coroutine_handle<> coroutine) {
  waiting_ = std::make_shared<std::coroutine_handle<>>(coroutine);
  executor_.post(
      [waiting = waiting_] {
        if (*waiting) waiting->resume();
      },
      where_);
}

}  // namespace heddle
