// Looking at a trial between its steps, and leading it for a while: what a judge of infinite runs needs
// (spec/liveness.h).
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/engine/decision.h"
#include "heddle/engine/strategy.h"

namespace heddle {

class Watcher {
 public:
  virtual ~Watcher() = default;

  // `next` is decided and comes now, from the step on that was given to Trial::watch_steps. It may end the trial by
  // Trial::flag_failure.
  virtual void before_step(Trial& trial, const Pending& next) = 0;

  // While Trial::lead is on: the decision of this type to make, in place of the strategy: a task of the pick set, or one
  // of so many answers. Nothing: no more leading, and the strategy is asked after all.
  virtual std::optional<std::uint32_t> lead(Trial& trial, DecisionType type, std::uint32_t count) = 0;

  // Somebody got an answer that matters to who judges infinite runs: a fair choice, or a fault.
  virtual void chose(const Trial& trial, const Choice& choice, std::uint32_t value) = 0;
};

}  // namespace heddle
