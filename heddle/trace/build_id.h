// Which build of the program made a schedule.
#pragma once

#include <string>

namespace heddle {

// The GNU build id of the running executable in hexadecimal digits; empty if it was linked without one.
std::string this_build_id();

}  // namespace heddle
