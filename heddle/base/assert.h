// Heddle's own invariants. They stay on in release builds: a broken engine must never look like a passing test.
#pragma once

namespace heddle {

// Prints the broken invariant and aborts. The crash path then saves the schedule like that of any other crash.
[[noreturn]] void assertion_failed(const char* expression, const char* file, int line) noexcept;

// Is told first, so that it is known for what it is; null: nobody is.
inline void (*assertion_hook)(const char* sentence) noexcept = nullptr;

}  // namespace heddle

#define HEDDLE_ASSERT(expression) \
  (__builtin_expect(!!(expression), 1) ? (void)0 : ::heddle::assertion_failed(#expression, __FILE__, __LINE__))
