// How many of the classes of executions that a search has found do samplers hit?
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/report/report.h"
#include "heddle/runner/options.h"
#include "heddle/runner/orders.h"

namespace heddle {

inline constexpr std::uint64_t kMostCoverageTrials = 10'000'000;

// Room for the classes of a search: 8 bytes each, taken when used.
inline constexpr std::size_t kCoverageSlots = std::size_t{1} << 24;

// "pos,pct:3" as a list.
std::vector<std::string> samplers_in(std::string_view list);

// Explores with these options, one order per class.
using ExploreInto = std::function<void(const Options& options, Orders& orders, Report& report)>;

// Samples the test with each strategy of options.coverage_of, and adds to the report of the search how many of
// `classes` they hit. Trials run on after a failure, as those of a search do: else they would be of no class.
void measure_coverage(const Options& options, const Orders& classes, const ExploreInto& explore, Report& report);

}  // namespace heddle
