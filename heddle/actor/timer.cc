// Timers are light tasks of the engine: their bodies deliver the message inside the schedule step.
#include "heddle/actor/timer.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/actor/node.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

constexpr OperationKind kSetTimer{"set timer"};
constexpr OperationKind kCancelTimer{"cancel timer"};
constexpr OperationKind kReadTimer{"read timer", kFixed};

class TimerKind final : public ObjectKind {
 public:
  std::string describe(ObjectId object) const override {
    const Trial* trial = Trial::current_or_null();
    for (std::size_t i = 0; trial && i < trial->task_count(); ++i) {
      const Task& task = trial->task(static_cast<TaskId>(i));
      if (task.light && task.pending.operation.object == object) return "timer of " + trial->name_of(task.parent);
    }
    return "timer";
  }
};
const TimerKind kTimerObject;

// Runs inside the schedule step, as the event of the timer's own task.
// When that is, is free: the message need not travel on top of it.
void fire(Trial& trial, ObjectId object, Node from, Pid to, OwnedMessage message, Precedence::Past past) {
  ActorSystem& system = ActorSystem::of(trial);
  trial.touch(object, Access::update);
  trial.describe([&] { return fmt::format("{} to {}", message->type->print(*message), to); });
  if (!to) return;
  system.tell_observers(trial, *message);
  const Node there = system.actor(to).node;
  if (!reachable(trial, from, there)) return;
  system.arrive_with(trial, to, message.release(), std::move(past));
}

bool dying(Trial& trial) { return trial.cleaning_up() || trial.task(trial.self()).killed; }

// Nobody else can know of the timer yet, so this is an event without a decision.
ObjectId note_start(Trial& trial, Duration duration, const Message& message, Location where) {
  trial.note(kSetTimer, kNoObject, where);
  trial.describe([&] { return fmt::format("{} in {}", message.type->print(message), describe_time(duration)); });
  return trial.make_object(kTimerObject);
}

}  // namespace

namespace detail {

Ref new_timer_ref() {
  Trial& trial = Trial::current();
  return ActorSystem::of(trial).new_ref(trial);
}

Timer make_timer(Duration duration, Pid to, Ref ref, OwnedMessage message, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  if (dying(trial)) return Timer{};
  system.actor(to, where);  // must be somebody
  const ObjectId object = note_start(trial, duration, *message, where);
  const Node from = system.actor(Pid{trial.self()}).node;
  const Message* const raw = message.get();
  auto body = [&trial, object, from, to, m = std::move(message), past = system.past(trial)]() mutable {
    fire(trial, object, from, to, std::move(m), std::move(past));
  };
  const Time deadline = deadline_in(trial, duration);
  const TaskId task = trial.start_timer("timer", deadline, object, where, std::move(body));
  system.comes_later(task, to, raw);
  return Timer(task, object, ref);
}

Timer make_timer(Duration duration, const Name& to, Ref ref, OwnedMessage message, Location where) {
  Trial& trial = Trial::current();
  ActorSystem& system = ActorSystem::of(trial);
  if (dying(trial)) return Timer{};
  const ObjectId object = note_start(trial, duration, *message, where);
  const Node from = system.actor(Pid{trial.self()}).node;
  const NameEntry& entry = system.name(trial, system.resolve(trial, to), to.text);
  const Message* const raw = message.get();
  auto body = [&trial, &entry, object, from, m = std::move(message), past = system.past(trial)]() mutable {
    trial.touch(entry.object, Access::read);
    fire(trial, object, from, entry.pid, std::move(m), std::move(past));
  };
  const Time deadline = deadline_in(trial, duration);
  const TaskId task = trial.start_timer("timer", deadline, object, where, std::move(body));
  system.comes_later(task, Pid{}, raw);
  return Timer(task, object, ref);
}

}  // namespace detail

bool Timer::cancel(Location where) const {
  Trial& trial = Trial::current();
  if (dying(trial)) return false;
  if (index(task_) >= trial.task_count()) trial.fail(FailureKind::misuse, "an empty Timer{} was cancelled", where);
  if (!trial.schedule({&kCancelTimer, object_, Access::update, where})) return false;
  const bool in_time = trial.cancel_timer(task_);
  trial.touch(object_, in_time ? Access::update : Access::read);
  trial.describe([&] { return in_time ? "in time" : "too late"; });
  return in_time;
}

std::optional<Duration> Timer::read(Location where) const {
  Trial& trial = Trial::current();
  if (dying(trial)) return std::nullopt;
  if (index(task_) >= trial.task_count()) trial.fail(FailureKind::misuse, "an empty Timer{} was read", where);
  if (!trial.schedule({&kReadTimer, object_, Access::read, where})) return std::nullopt;
  trial.touch(object_, Access::read);
  const bool waiting = trial.task(task_).state != TaskState::done;
  if (!waiting) return std::nullopt;
  return std::max(trial.timer_deadline(task_) - trial.now(), Duration::zero());
}

// Its timers go with the node, as if somebody had cancelled them.
void ActorSystem::drop_timers(Trial& trial, Node node) {
  for (std::size_t i = 0; i < trial.task_count(); ++i) {
    const Task& task = trial.task(static_cast<TaskId>(i));
    if (!task.light) continue;
    const ObjectId object = task.pending.operation.object;
    if (object == kNoObject || trial.object(object).kind != &kTimerObject) continue;
    if (actor(Pid{task.parent}).node != node) continue;
    trial.touch(object, trial.cancel_timer(task.id) ? Access::update : Access::read);
  }
}

}  // namespace heddle
