// Random small programs with locks: taken in any order, so that some executions end in a deadlock, around words that
// are also used without them.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

// The same program for the same seed. It is to run with DeadlockRule::any.
Program lock_program(std::uint64_t seed);

}  // namespace heddle::testing
