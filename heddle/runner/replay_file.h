// Schedule files, replayed.
#pragma once

#include <string>
#include <vector>

#include "heddle/runner/command_line.h"
#include "heddle/runner/report.h"
#include "heddle/runner/test.h"
#include "heddle/trace/schedule_file.h"

namespace heddle {

// Throws UsageError: no such file, or it is damaged.
ScheduleFile read_schedule(const std::string& path);

// All *.heddle files of a folder, sorted. Throws UsageError.
std::vector<std::string> schedules_in(const std::string& folder);

// The limits under which the schedule was made, and what the command line says. The test's own strategy has no say: after
// a departure only the user's counts.
Options replay_options(const Test& test, const ScheduleFile& file, const CommandLine& line);

Report replay_file(const Test& test, const std::string& path, const ScheduleFile& file, const Options& options);

bool under_debugger();

}  // namespace heddle
