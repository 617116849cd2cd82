// When the test crashes: what the signal handler writes down before the process dies.
#pragma once

namespace heddle {

struct Board;

// The handlers note signal, address, task and stack on the board of the trial that runs, then let the signal take its
// ordinary course (core file, debugger, exit status). An invariant of Heddle's own that breaks, also between trials, is
// noted as a failure on this board.
void install_crash_handlers(Board& board);

}  // namespace heddle
