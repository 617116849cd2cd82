// Which trials to learn from: keeping a history costs time, and programs seldom change from trial to trial.
#pragma once

#include <cstdint>

#include "heddle/engine/strategy.h"

namespace heddle {

class Lessons {
 public:
  // Is the trial that now begins one to learn from? All of the first 16 are, then every eighth.
  bool wanted() const { return trials_ < 16 || trials_ % 8 == 0; }

  // At the end of a trial, once: has it something to teach? One that failed was probably cut short.
  bool taken(const TrialEnd& end) {
    const bool taken = wanted() && end.history && (!end.failed || !any_);
    ++trials_;
    any_ = any_ || taken;
    return taken;
  }

 private:
  std::uint64_t trials_ = 0;
  bool any_ = false;
};

}  // namespace heddle
