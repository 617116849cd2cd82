// Clocks and sleeps of the system, as a test finds them: while a task of a trial runs they are the trial's, so that code
// under test which asks for the time, or waits for it, does the same in every run. Everybody else has the real ones.
#include "heddle/engine/wall_clock.h"

#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "heddle/engine/trial.h"

namespace heddle {
namespace {

constexpr OperationKind kSlept{"wake up", kFixed};
constexpr Time kNewYear2020 = std::chrono::seconds(1'577'836'800);  // when every trial begins
constexpr Time kUpSince = std::chrono::hours(24);                   // how long the machine had been up by then

// The trial whose task runs here; null: it is somebody else.
Trial* controlled() {
  Trial* const trial = Trial::current_or_null();
  return trial && trial->runs_task() ? trial : nullptr;
}

bool tells_time(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC ||
         clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME;
}

Time read(const Trial& trial, clockid_t clock) {
  const bool of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  return (of_day ? kNewYear2020 : kUpSince) + trial.now();
}

timespec as_timespec(Time time) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {static_cast<time_t>(time.count() / kSecond), static_cast<long>(time.count() % kSecond)};
}

Time as_time(const timespec& time) { return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec); }

void sleep_until(Trial& trial, Time deadline) {
  Wait wait;
  wait.what = "sleep";
  wait.deadline = std::max(deadline, trial.now());
  wait.expiry = Operation{&kSlept, trial.task(trial.self()).life, Access::read, Location::none()};
  static_cast<void>(trial.block(wait));
}

// The system's own.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

void take_over_clocks() {}

}  // namespace heddle

// Theirs come before the C library's, in this program and for the libraries that it uses.
extern "C" {

int clock_gettime(clockid_t clock, timespec* out) noexcept {
  if (const heddle::Trial* trial = heddle::controlled(); trial && heddle::tells_time(clock)) {
    *out = heddle::as_timespec(heddle::read(*trial, clock));
    return 0;
  }
  static auto* const next = heddle::real<int(clockid_t, timespec*)>("clock_gettime");
  return next(clock, out);
}

int gettimeofday(timeval* out, void* zone) noexcept {
  if (const heddle::Trial* trial = heddle::controlled()) {
    const timespec now = heddle::as_timespec(heddle::read(*trial, CLOCK_REALTIME));
    *out = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
  }
  static auto* const next = heddle::real<int(timeval*, void*)>("gettimeofday");
  return next(out, zone);
}

time_t time(time_t* out) noexcept {
  if (const heddle::Trial* trial = heddle::controlled()) {
    const time_t now = heddle::as_timespec(heddle::read(*trial, CLOCK_REALTIME)).tv_sec;
    if (out) *out = now;
    return now;
  }
  static auto* const next = heddle::real<time_t(time_t*)>("time");
  return next(out);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  if (heddle::Trial* trial = heddle::controlled()) {
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= 1'000'000'000) return EINVAL;
    const bool absolute = (flags & TIMER_ABSTIME) != 0;
    const heddle::Time from = absolute ? trial->now() - heddle::read(*trial, clock) : trial->now();
    heddle::sleep_until(*trial, from + heddle::as_time(*wanted));
    return 0;
  }
  static auto* const next = heddle::real<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
  return next(clock, flags, wanted, left);
}

int nanosleep(const timespec* wanted, timespec* left) {
  if (heddle::controlled()) {
    const int error = clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);
    if (error != 0) errno = error;
    return error == 0 ? 0 : -1;
  }
  static auto* const next = heddle::real<int(const timespec*, timespec*)>("nanosleep");
  return next(wanted, left);
}

int usleep(useconds_t microseconds) {
  const timespec wanted = heddle::as_timespec(std::chrono::microseconds(microseconds));
  return nanosleep(&wanted, nullptr);
}

unsigned sleep(unsigned seconds) {
  if (heddle::Trial* trial = heddle::controlled()) {
    heddle::sleep_until(*trial, trial->now() + std::chrono::seconds(seconds));
    return 0;
  }
  static auto* const next = heddle::real<unsigned(unsigned)>("sleep");
  return next(seconds);
}

}  // extern "C"
