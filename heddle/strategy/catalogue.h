// Strategies by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "heddle/engine/strategy.h"

namespace heddle {

// The strategy that `spec` names, as on the command line: "rw", "pct:5", "pos*", "portfolio"; with a '+' at the end,
// conflict analysis is put around it, and with "+8", one that does not believe one task in eight. Null for what makes
// no sense, with one sentence in `error` that says why.
std::unique_ptr<Strategy> make_strategy(std::string_view spec, std::string& error);

// The name of the strategy that makes the decisions of the trial that began last: of a portfolio, that of the member
// whose turn it is.
std::string current_name(Strategy& strategy);

// For --help=strategy: one line per strategy, with its paper and when to use it.
std::string strategy_help();

}  // namespace heddle
