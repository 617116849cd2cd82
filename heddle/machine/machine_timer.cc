#include "heddle/machine/machine_timer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "heddle/actor/node.h"
#include "heddle/actor/system.h"

namespace heddle {
namespace {

constexpr OperationKind kStartTimer{"start timer"};
constexpr OperationKind kStopTimer{"stop timer"};

class MachineTimerKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "timer of a machine"; }
};
const MachineTimerKind kMachineTimer;

}  // namespace

// The timers of all machines of one trial.
class MachineTimers final : public Component {
 public:
  static MachineTimers& of(Trial& trial) { return trial.component<MachineTimers>(); }

  MachineTimer start(Trial& trial, Duration due, Duration period, detail::MakeMessage make, Location where) {
    ActorSystem& system = ActorSystem::of(trial);
    if (timers_.empty()) {
      system.on_death([this](Trial& t, Pid pid) { drop(t, pid); });
      system.on_timer_taken([this](Trial& t, std::uint32_t number) { taken(t, number); });
    }
    trial.note(kStartTimer, kNoObject, where);
    trial.describe([&] {
      const OwnedMessage sample(make());
      return fmt::format("{} in {}{}", sample->type->print(*sample), describe_time(due),
                         period == kOnce ? "" : ", then every " + describe_time(period));
    });
    timers_.push_back(
        {Pid{trial.self()}, kNoTask, trial.make_object(kMachineTimer), period, std::move(make), where, false});
    const auto number = static_cast<std::uint32_t>(timers_.size());
    arm(trial, number, due);
    return MachineTimer(number);
  }

  void stop(Trial& trial, MachineTimer timer, Location where) {
    if (timer.number_ == 0) return;
    if (timer.number_ > timers_.size())
      trial.fail(FailureKind::misuse, "this timer is not from this trial: do not keep timers in globals", where);
    if (!trial.schedule({&kStopTimer, timers_[timer.number_ - 1].object, Access::update, where})) return;
    Record& record = timers_[timer.number_ - 1];  // not before: others may have started timers, which moves the records
    const bool in_time = trial.cancel_timer(record.task);
    record.stopped = true;
    trial.touch(record.object, in_time ? Access::update : Access::read);
    trial.describe([&] { return in_time ? "in time" : "after it has fired"; });
    ActorSystem::of(trial).flush_all(trial, [&](const Message& m) { return m.timer == timer.number_; });
  }

  void fingerprint(const Trial& trial, Fingerprint& print) const override {
    std::erase_if(living_,
                  [&](std::uint32_t number) { return trial.task(timers_[number - 1].task).state == TaskState::done; });
    std::ranges::sort(living_);
    living_.erase(std::ranges::unique(living_).begin(), living_.end());
    for (const std::uint32_t number : living_) {
      const Record& record = timers_[number - 1];
      print.add(record.owner).add(record.period).add_number(record.where.hash());
      const OwnedMessage sample(const_cast<Record&>(record).make());
      print.add_text(sample->type->name);
      sample->type->fingerprint(*sample, print);
    }
  }

  void reset() override {
    timers_.clear();
    living_.clear();
  }

 private:
  struct Record {
    Pid owner;
    TaskId task;
    ObjectId object;
    Duration period;
    detail::MakeMessage make;
    Location where;
    bool stopped;
  };

  // Each time a task of its own, made by the machine: what comes again comes because of what the machine did last.
  void arm(Trial& trial, std::uint32_t number, Duration due) {
    Record& record = timers_[number - 1];
    living_.push_back(number);
    record.task = trial.start_timer("timer", deadline_in(trial, due), record.object, record.where,
                                    [this, &trial, number] { fire(trial, number); });
  }

  // Runs inside the schedule step.
  void fire(Trial& trial, std::uint32_t number) {
    ActorSystem& system = ActorSystem::of(trial);
    Record& record = timers_[number - 1];
    trial.touch(record.object, Access::update);
    Message* const message = record.make();
    message->timer = number;
    trial.describe([&] { return fmt::format("{} to {}", message->type->print(*message), record.owner); });
    system.tell_observers(trial, *message);
    system.arrive(trial, record.owner, message);
  }

  // A period begins when the event of the last one is taken: where timers may fire at any point, a machine that is slow
  // would drown in them.
  void taken(Trial& trial, std::uint32_t number) {
    const Record& record = timers_[number - 1];
    if (record.period != kOnce && !record.stopped) arm(trial, number, record.period);
  }

  // That it came too late for a timer can be told, too.
  void drop(Trial& trial, Pid owner) {
    for (Record& record : timers_)
      if (record.owner == owner && !std::exchange(record.stopped, true))
        trial.touch(record.object, trial.cancel_timer(record.task) ? Access::update : Access::read);
  }

  std::vector<Record> timers_;
  mutable std::vector<std::uint32_t> living_;  // numbers; some may have fired since, or be in it twice
};

namespace detail {

MachineTimer start_machine_timer(Duration due, Duration period, MakeMessage make, Location where) {
  Trial& trial = Trial::current();
  if (trial.cleaning_up() || trial.task(trial.self()).killed) return {};
  return MachineTimers::of(trial).start(trial, due, period, std::move(make), where);
}

void stop_machine_timer(MachineTimer timer, Location where) {
  Trial& trial = Trial::current();
  if (trial.cleaning_up() || trial.task(trial.self()).killed) return;
  MachineTimers::of(trial).stop(trial, timer, where);
}

}  // namespace detail

}  // namespace heddle
