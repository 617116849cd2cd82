// Random small programs in which several tasks send to one or two receivers and share memory: half of the operations on
// memory, and tasks without exits, so that brute force reaches further. Searches go wrong here first.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

// The same program for the same seed.
Program hub_program(std::uint64_t seed);

}  // namespace heddle::testing
