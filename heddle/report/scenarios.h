// The scenarios of a test (Monitor::reached), as lines for people.
//
//   scenario LateVote: reached in 12 of 10,000 trials
//   scenario SplitVote: never reached
#pragma once

#include <string>

#include "heddle/report/console.h"
#include "heddle/report/report.h"

namespace heddle {

// Empty if the test has none.
std::string scenarios_text(const Report& report, const ConsoleStyle& style);

}  // namespace heddle
