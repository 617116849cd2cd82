// What is planned at one state of a search: sequences of steps that lead to executions not seen yet, as a forest in
// which common beginnings are shared (the wakeup trees of optimal partial-order reduction).
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/search/sequence.h"

namespace heddle {

struct WakeupNode {
  KnownId step;
  std::vector<WakeupNode> children;  // none: from here on, whatever comes first
  std::uint32_t origin = kNone;      // why it is planned, by the number of what planned it
  std::uint32_t then = kNone;        // of a last step: the task that goes on; kNone: its own
};

using WakeupForest = std::vector<WakeupNode>;

enum class Planned : std::uint8_t { yes, covered, beyond_budget };

// Plans `sequence` unless what is planned already covers it. Every other plan that it passes costs 1. Uses the sequence
// up.
Planned insert(WakeupForest& forest, Sequence& sequence, std::uint64_t budget, std::uint32_t origin = kNone);

}  // namespace heddle
