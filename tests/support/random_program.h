// Random small programs that use every primitive of the actor front end: for properties that must hold of all programs.
#pragma once

#include <cstdint>

#include "tests/support/enumerate.h"

namespace heddle::testing {

struct RandomShape {
  std::uint32_t tasks = 3;       // besides the test's own function
  std::uint32_t operations = 3;  // of each, at most
  bool choices = false;
  bool nodes = true;
};

// The same program for the same seed. Every task says what each of its operations returned, as outcome().
Program random_program(std::uint64_t seed, const RandomShape& shape = {});

}  // namespace heddle::testing
