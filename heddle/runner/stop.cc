#include "heddle/runner/stop.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <iterator>

#include "heddle/engine/trial.h"

namespace heddle {

namespace {

// One Ctrl-C may come as several signals: timeout(1) sends one to the program and one to its group, a shell to each process of
// a pipeline. A person needs longer to ask again.
constexpr std::int64_t kAskedAgain = 500'000'000;  // ns

std::atomic<int> asked{0};
std::atomic<std::int64_t> asked_at{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler writes them");

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
struct sigaction old_actions[std::size(kSignals)];

// Of the system itself: clock_gettime() may be that of a trial, in which the signal struck.
std::int64_t monotonic_ns() noexcept {
  timespec now = {};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void on_signal(int signal) {
  if (!stop_requested()) return request_stop(signal);
  if (monotonic_ns() - asked_at.load() < kAskedAgain) return;
  std::signal(signal, SIG_DFL);  // asked twice: whoever asks does not want to wait
  std::raise(signal);
}

void in_worker(int signal, siginfo_t* info, void*) {
  if (info->si_code > 0 || info->si_pid != getpid()) return;  // of the terminal, of timeout(1), of anybody
  if (Trial* const trial = Trial::current_or_null()) trial->note_crash(signal, nullptr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void request_stop(int signal) noexcept {
  if (!stop_requested()) asked_at.store(monotonic_ns());
  int none = 0;
  asked.compare_exchange_strong(none, signal);
}

bool stop_requested() noexcept { return asked.load(std::memory_order_relaxed) != 0; }

int stop_signal() noexcept { return asked.load(std::memory_order_relaxed); }

void clear_stop() noexcept { asked.store(0); }

void leave_stopping_to_parent() noexcept {
  struct sigaction action = {};
  action.sa_sigaction = in_worker;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

StopOnSignal::StopOnSignal() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], &action, &old_actions[i]);
    // Whoever started us with a signal ignored (nohup, a shell's background job) wants it ignored.
    if (old_actions[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &old_actions[i], nullptr);
  }
}

StopOnSignal::~StopOnSignal() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &old_actions[i], nullptr);
}

}  // namespace heddle
