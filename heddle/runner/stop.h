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

// While it lives, SIGINT, SIGTERM and SIGHUP call request_stop(); one that comes half a second later or more ends the process at
// once, as if nobody handled it.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
};

// For processes that run trials: these signals, which a terminal and timeout(1) send to the whole group, are their parent's
// business, and they die with it. One that the test sends to its own process ends it, as it would outside of Heddle.
void leave_stopping_to_parent() noexcept;

}  // namespace heddle
