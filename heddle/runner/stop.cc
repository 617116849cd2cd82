#include "heddle/runner/stop.h"

#include <atomic>
#include <csignal>

namespace heddle {

namespace {

std::atomic<int> asked{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

struct sigaction old_interrupt;
struct sigaction old_terminate;

void on_signal(int signal) {
  if (stop_requested()) {  // asked twice: whoever asks does not want to wait
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  request_stop(signal);
}

}  // namespace

void request_stop(int signal) noexcept {
  int none = 0;
  asked.compare_exchange_strong(none, signal);
}

bool stop_requested() noexcept { return asked.load(std::memory_order_relaxed) != 0; }

int stop_signal() noexcept { return asked.load(std::memory_order_relaxed); }

void clear_stop() noexcept { asked.store(0); }

StopOnSignal::StopOnSignal() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt);
  sigaction(SIGTERM, &action, &old_terminate);
  // Whoever started us with a signal ignored (nohup, a shell's background job) wants it ignored.
  if (old_interrupt.sa_handler == SIG_IGN) sigaction(SIGINT, &old_interrupt, nullptr);
  if (old_terminate.sa_handler == SIG_IGN) sigaction(SIGTERM, &old_terminate, nullptr);
}

StopOnSignal::~StopOnSignal() {
  sigaction(SIGINT, &old_interrupt, nullptr);
  sigaction(SIGTERM, &old_terminate, nullptr);
}

}  // namespace heddle
