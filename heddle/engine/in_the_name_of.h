// To ask a task something on the stack of whoever is here.
#pragma once

#include <utility>

#include "heddle/engine/trial.h"

namespace heddle {

// Thrown by Trial::fail meanwhile: what goes wrong is not the failure of whoever is asked yet.
struct NotInPerson {};

// While it lives, that task is the one that runs, and may only look. One that does not exist any more is the first.
class InTheNameOf {
 public:
  InTheNameOf(Trial& trial, TaskId task)
      : trial_(trial),
        before_(std::exchange(trial.running_, trial.tasks_[index(task) < trial.task_count_ ? index(task) : 0].get())),
        passive_(std::exchange(trial.running_->passive, true)),
        in_person_(std::exchange(trial.in_person_, false)),
        stumbled_(std::exchange(trial.stumbled_, false)) {}
  ~InTheNameOf() {
    trial_.running_->passive = passive_;
    trial_.running_ = before_;
    trial_.in_person_ = in_person_;
    trial_.stumbled_ = stumbled_;
  }
  InTheNameOf(const InTheNameOf&) = delete;
  InTheNameOf& operator=(const InTheNameOf&) = delete;

  // Something has failed meanwhile, even if what was asked has caught that: its answer is none.
  bool stumbled() const { return trial_.stumbled_; }

 private:
  Trial& trial_;
  Task* before_;
  bool passive_, in_person_, stumbled_;
};

}  // namespace heddle
