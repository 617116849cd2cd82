// Files that a run writes at its end.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// Throws UsageError if the file could not be written: better said before a run than after it. Changes nothing.
void check_writable(const std::string& path);

// A regular file is replaced in one step, so that there is never half of one. Throws UsageError.
void write_output(const std::string& path, std::string_view text);

}  // namespace heddle
