// Inside a trial, the system's clocks show virtual time, and its sleeps wait for that. Internal.
#pragma once

namespace heddle {

// Does nothing, but whoever calls it has the clocks of wall_clock.cc in the program.
void take_over_clocks();

}  // namespace heddle
