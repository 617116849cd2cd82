// The file of --activity: its ending says what it is.
#pragma once

#include <string>

#include "heddle/report/activity.h"
#include "heddle/report/json.h"

namespace heddle {

// Before the run: the ending is known, and the file can be written. Throws UsageError.
void check_activity_file(const std::string& path);

// Throws UsageError.
void write_activity(const std::string& path, const Activity& activity, const RunRecord& run);

}  // namespace heddle
