// Bare scheduled operations: a task that does nothing but announce, be picked, and touch its own object.
#pragma once

#include <cstdint>

#include "heddle/engine/strategy.h"

namespace heddle::bench {

// Nanoseconds per operation with so many tasks that are always ready.
double nanoseconds_per_operation(int tasks, std::int64_t operations, Strategy& strategy);

// Nanoseconds of one raw switch between two stacks.
double nanoseconds_per_switch(std::int64_t switches);

}  // namespace heddle::bench
