// Random small programs of nothing but messages: tasks that pass them on, so that there is more than one way from one
// to another. Tasks have no exits and share no memory, so that brute force reaches further.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

// The same program for the same seed.
Program message_program(std::uint64_t seed);

}  // namespace heddle::testing
