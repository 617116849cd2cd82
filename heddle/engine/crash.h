// When the test crashes: what the signal handler writes down before the process dies.
#pragma once

namespace heddle {

// Once per process; later calls do nothing. The handlers note signal, address, task and stack on the board of the trial
// that runs, then let the signal take its ordinary course (core file, debugger, exit status).
void install_crash_handlers();

}  // namespace heddle
