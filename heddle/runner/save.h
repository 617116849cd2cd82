// Schedules of failures, as files.
#pragma once

#include "heddle/runner/options.h"
#include "heddle/runner/report.h"

namespace heddle {

// Writes the failure's schedule to options.save_to, under the test's name ("Suite.Name.heddle", further ones
// "Suite.Name-2.heddle"), and notes the path in `found`; what goes wrong is noted in the report's error.
void save_found(FoundFailure& found, std::size_t number, const Options& options, Report& report);

}  // namespace heddle
