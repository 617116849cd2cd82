// Failures: why a trial failed, as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

#define HEDDLE_FAILURES(X)                                                       \
  X(assertion, "assertion")              /* check() or fail() */                 \
  X(exception, "uncaught exception")                                             \
  X(exit, "abnormal exit")               /* of the test's own function */        \
  X(crash, "crash")                      /* signal, exit(), out of memory */     \
  X(overflow, "stack overflow")                                                  \
  X(stuck, "endless loop")               /* no operation for too long */         \
  X(deadlock, "deadlock")                                                        \
  X(obligation, "unmet obligation")                                              \
  X(step_limit, "step limit")                                                    \
  X(limit, "limit")                      /* tasks, mailbox length, decisions */  \
  X(time_limit, "time limit")                                                    \
  X(liveness, "liveness")                                                        \
  X(unhandled, "unhandled message")                                              \
  X(data_race, "data race")                                                      \
  X(linearizability, "not linearizable")                                         \
  X(consistency, "not sequentially consistent")                                  \
  X(leak, "leaked task")                                                         \
  X(nondeterminism, "nondeterminism")                                            \
  X(misuse, "misuse")                    /* of Heddle's own API */               \
  X(internal, "internal error")          /* Heddle's own */

enum class FailureKind : std::uint8_t {
#define HEDDLE_FAILURE_ENUM(name, text) name,
  HEDDLE_FAILURES(HEDDLE_FAILURE_ENUM)
#undef HEDDLE_FAILURE_ENUM
};

constexpr std::string_view to_string(FailureKind kind) {
  switch (kind) {
#define HEDDLE_FAILURE_NAME(name, text) \
  case FailureKind::name:               \
    return text;
    HEDDLE_FAILURES(HEDDLE_FAILURE_NAME)
#undef HEDDLE_FAILURE_NAME
  }
  return "?";
}

struct Failure {
  FailureKind kind = FailureKind::assertion;
  std::string message;
  std::string file;  // of the user's code; empty: no place
  std::uint32_t line = 0;
  std::string task;    // name; empty: none in particular
  std::string detail;  // several lines: who waits for whom, stacks

  // The same failure again? Details may differ between processes; what it says may not, but for addresses in it. Where in an
  // endless loop a task was when it was asked differs, too.
  bool same_as(const Failure& other) const;
};

// What std::bad_alloc tells people: memory is limited so that a test cannot take all that the machine has.
inline constexpr std::string_view kOutOfMemory = "out of memory; raise the limit with --max-memory if that much is meant";

// With one and the same word for whatever looks like an address.
std::string without_addresses(std::string_view text);

}  // namespace heddle
