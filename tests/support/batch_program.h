// Random programs around a table into which several keys are put at once.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

// The same program for the same seed.
Program batch_program(std::uint64_t seed);

}  // namespace heddle::testing
