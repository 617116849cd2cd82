// The exploration loop: many trials of one test.
#pragma once

#include <functional>

#include "heddle/engine/decision.h"
#include "heddle/runner/options.h"
#include "heddle/runner/report.h"

namespace heddle {

// Runs the test along many interleavings, stops at the first failure (or not, see Options), replays it, saves its
// schedule and reports. The test runs in worker processes: whatever it does to itself, this function returns.
Report explore(const std::function<void()>& test, const Options& options = {});

// Runs the test once along a schedule, in a process of its own unless options.in_process. The report has the failure, if
// it came again, with its story; `departed` says where the run left the schedule. After that the decisions are those of
// options.after_departure, if given. `expected` is the text of each decision, from the schedule's file: a difference is a
// departure too.
Report replay(const std::function<void()>& test, const Schedule& schedule, const Options& options = {},
              const std::vector<std::string>& expected = {});

}  // namespace heddle
