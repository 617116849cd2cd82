// An exploration in the caller's own process, for debuggers and profilers: no workers, and no watchdog.
#pragma once

#include <functional>

#include "heddle/runner/exploration_graph.h"
#include "heddle/runner/options.h"
#include "heddle/runner/orders.h"
#include "heddle/runner/report.h"
#include "heddle/runner/shared_tally.h"
#include "heddle/strategy/conflict_table.h"

namespace heddle {

// Adds to `orders` and `tally` what it sees, and tells `log`, if there is one, about executions of a search. Returns what
// conflict analysis has learned.
ConflictTable explore_here(const std::function<void()>& test, const Options& options, const ConflictTable& known,
                           Orders& orders, SharedTally& tally, ExecutionLog* log, Report& report);

}  // namespace heddle
