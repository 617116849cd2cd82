// Does the same schedule give the same trial?
#pragma once

#include <functional>

#include "heddle/engine/trial.h"
#include "heddle/runner/options.h"

namespace heddle {

// Runs the schedule on the board twice more, watching every event, with stacks filled differently so that reads of
// uninitialised locals show. At the first difference, `outcome` becomes a nondeterminism failure that says which step,
// what happened either time, and where; the board keeps the schedule.
void check_determinism(const std::function<void()>& test, const Options& options, const TrialStart& start, Board& board,
                       Outcome& outcome);

}  // namespace heddle
