// Ctrl-C: asks the exploration to end with what it has found so far.
#pragma once

namespace heddle {

// May be called from a signal handler. The signal is what run_tests() tells its caller about.
void request_stop(int signal) noexcept;

bool stop_requested() noexcept;

// The signal that asked first; 0: none did.
int stop_signal() noexcept;

// For tests, and for programs that go on after an interrupted exploration.
void clear_stop() noexcept;

// While it lives, SIGINT and SIGTERM call request_stop(); the second one ends the process at once, as if nobody handled it.
// Worker processes inherit the handlers: a terminal's Ctrl-C reaches them too.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

}  // namespace heddle
