// How many events of some kind does each task still have ahead? Learned from earlier trials; for URW and SURW.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "heddle/engine/history.h"
#include "heddle/engine/ready.h"

namespace heddle {

// Events of one task in one trial, by the numbers of that trial.
struct TaskCount {
  TaskId task = kNoTask;
  std::uint32_t events = 0;
};

// A task stands for itself and for all tasks that it has yet to spawn: a task that has not been spawned cannot be
// picked, so its weight must lie with its parent.
class EventCounts {
 public:
  // After a trial: how many events each task had. Tasks that are not named had none.
  void learn(const History& history, std::span<const TaskCount> counts);

  // A trial begins, and nobody has arrived yet.
  void begin();

  // What a task's arrival does to the ancestor that stood for it: `share` of its `before` events are the newcomer's.
  struct Arrival {
    TaskId ancestor = kNoTask;  // none: nothing changes hands
    std::uint64_t share = 0;
    std::uint64_t before = 0;
  };

  // Call with everything that becomes ready. The first time that a task shows up, it takes its events over.
  Arrival arrive(const Pending& pending);

  // One of the events was executed by this task.
  void executed(TaskId task) { ++of(task).done; }

  // Expected number of events ahead of a task that has arrived; 0 if more than expected have happened.
  std::uint64_t left(TaskId task) const;

 private:
  // Tasks kept at most; others count as unknown, with no events ahead.
  static constexpr std::size_t kMaxTasks = 100'000;

  struct Entry {
    std::uint64_t parent = 0;      // stable identity; 0: none
    std::int64_t sixteenths = -1;  // events of the task and its descendants, a moving average, times 16; negative: new
    // Of the trial under way, if trial == trial_:
    std::uint64_t trial = 0;
    TaskId task = kNoTask;    // none: only descendants have arrived
    std::uint64_t given = 0;  // events that children took over when they arrived

    std::uint64_t expected() const { return static_cast<std::uint64_t>(sixteenths + 8) / 16; }
  };

  struct State {
    Entry* entry = nullptr;
    bool arrived = false;
    std::uint64_t done = 0;
  };

  State& of(TaskId task);
  std::uint64_t left(const Entry& entry) const;

  std::map<std::uint64_t, Entry> entries_;  // by the stable identity of the task
  std::uint64_t trial_ = 0;                 // number of begins
  std::vector<State> states_;               // by task, of this trial
};

}  // namespace heddle
