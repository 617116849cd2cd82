// Random programs in families, to compare searches with brute force on many of them.
#pragma once

#include <cstdint>

#include "tests/support/searched.h"

namespace heddle::testing {

enum class Family : std::uint8_t {
  everything,  // random_program.h: every primitive there is, in small programs
  hub,         // hub_program.h: messages aimed at one or two receivers, time-outs, choices, memory
  locks,       // lock_program.h
  batches,     // batch_program.h: a table into which several keys are put at once
  messages,    // message_program.h: nothing but messages, passed on
  swaps,       // swap_program.h: compare and swap
};

// The programs of these seeds, up to the first failure. Those with `limit` or more executions are left out.
Compared compare(Family family, std::uint64_t first, std::uint64_t end, std::uint64_t limit,
                 Engines engines = Engines::both);

}  // namespace heddle::testing
