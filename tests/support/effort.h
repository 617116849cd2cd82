// How often to do what is done very often.
#pragma once

#include <cstdint>

#include "heddle/base/sanitizers.h"

namespace heddle::testing {

// Under AddressSanitizer a fifth, of random programs and the like: it makes everything ten times as slow, and what it
// looks for shows as well in fewer. Not for samples, whose size is what a statistic rests on.
constexpr std::uint64_t many(std::uint64_t times) {
#if defined(HEDDLE_ASAN)
  return times / 5;
#else
  return times;
#endif
}

}  // namespace heddle::testing
