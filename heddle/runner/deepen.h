// Iterative deepening: a bounded search again and again, with bound 0, 1, 2, and so on.
#pragma once

#include <functional>

#include "heddle/runner/options.h"
#include "heddle/runner/report.h"

namespace heddle {

using ExploreRound = std::function<void(const Options& options, Report& report)>;

// One round for each value of the only bound there is, up to the one that is set, until a round fails, leaves nothing
// out, or comes to the limit of time or trials, which is for all rounds. `report`, prepared, becomes that of the last
// round, and tells about each.
void deepen(Options options, Report& report, const ExploreRound& explore_round);

}  // namespace heddle
