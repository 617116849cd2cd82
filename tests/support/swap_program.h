// Random programs around registers that are compared and swapped: updates that write only if they see the right value.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

// The same program for the same seed.
Program swap_program(std::uint64_t seed);

}  // namespace heddle::testing
