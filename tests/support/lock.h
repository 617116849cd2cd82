// Locks for tests, until there are real ones: a task that finds a lock held has no operation to offer until it is free.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "heddle/engine/trial.h"

namespace heddle::testing {

inline constexpr OperationKind kLock{"lock", kFixed};
inline constexpr OperationKind kUnlock{"unlock", kFixed};

class LockKind final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "lock"; }
};

inline const LockKind kLockKind;

// Made inside a trial. Whoever holds it gives it back before it ends, or nobody ever gets it.
class Lock {
 public:
  Lock() : object_(Trial::current().make_object(kLockKind)) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock(Location where = {}) {
    Trial& trial = Trial::current();
    // An operation that others can take back: the expiry of a wait whose time has come.
    const Operation operation{&kLock, object_, Access::lock, where};
    const Wait free{.what = "lock", .object = object_, .where = where, .deadline = trial.now(), .expiry = operation};
    const Wait held{.what = "lock", .object = object_, .where = where};
    waiting_.push_back(trial.self());
    for (;;) {
      if (held_) {
        note_lost(trial, operation);
        (void)trial.block(held);
        forget_lost(trial);
      } else if (!trial.block(free)) {
        break;  // picked, not woken
      }
    }
    std::erase(waiting_, trial.self());
    held_ = true;
    taken_by_ = trial.event_index();
    trial.touch(object_, Access::lock);
    wake_others(trial);
  }

  void unlock(Location where = {}) {
    Trial& trial = Trial::current();
    if (!trial.schedule({&kUnlock, object_, Access::unlock, where})) return;
    trial.touch(object_, Access::unlock);
    held_ = false;
    wake_others(trial);
  }

 private:
  void wake_others(Trial& trial) {
    for (TaskId task : waiting_) trial.wake(task);
  }

  // Somebody else took the lock instead. A search wants to know, also if it never comes about.
  void note_lost(Trial& trial, const Operation& operation) {
    if (!trial.keeps_history()) return;
    const Task& me = trial.task(trial.self());
    trial.mutable_history().lost.push_back({taken_by_, me.id, me.sequence + 1, operation});
  }
  void forget_lost(Trial& trial) {
    std::erase_if(trial.mutable_history().lost, [&](const LostRecord& lost) { return lost.task == trial.self(); });
  }

  ObjectId object_;
  bool held_ = false;
  std::uint32_t taken_by_ = kNone;  // event
  std::vector<TaskId> waiting_;     // for it to be free, or to be picked
};

}  // namespace heddle::testing
