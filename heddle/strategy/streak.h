// Notices a task that is picked again and again while others wait: it probably spins until one of them does something.
#pragma once

#include <cstdint>

#include "heddle/base/ids.h"

namespace heddle {

class Streak {
 public:
  // Samplers that would never let go of a task do so after this many picks in a row, as if it had yielded. Their bounds
  // hold for programs where no task needs to run longer than that while others are ready.
  static constexpr std::uint32_t kSpin = 1000;

  // `task` is about to be picked. True: it has had its share.
  bool too_long(TaskId task) {
    if (task != task_) {
      task_ = task;
      count_ = 0;
    }
    return ++count_ > kSpin;
  }

 private:
  TaskId task_ = kNoTask;
  std::uint32_t count_ = 0;  // picks of task_ in a row
};

}  // namespace heddle
