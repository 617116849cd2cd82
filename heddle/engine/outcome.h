// How a trial ended.
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/engine/failure.h"
#include "heddle/engine/strategy.h"
#include "heddle/engine/virtual_clock.h"

namespace heddle {

struct Outcome {
  std::optional<Failure> failure;
  bool cut = false;  // at the limit of steps, which is no failure (Settings::endless)
  std::uint64_t steps = 0;
  std::uint64_t contested = 0;   // picks among two or more that the strategy made
  std::uint64_t order_hash = 0;  // equal for equal partial orders
  Time ended_at{};               // virtual
};

// What a strategy may learn from it; history and races are up to the caller.
inline TrialEnd end_of_trial(const Outcome& outcome) {
  return {.failed = outcome.failure.has_value(),
          .cut = outcome.cut || (outcome.failure && outcome.failure->kind == FailureKind::step_limit),
          .steps = outcome.steps,
          .contested = outcome.contested,
          .order_hash = outcome.order_hash};
}

}  // namespace heddle
