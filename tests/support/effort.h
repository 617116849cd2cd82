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

// Of what `many` of them should show: under AddressSanitizer a little less than their share, for few vary more.
constexpr std::uint64_t enough(std::uint64_t count) { return many(count) == count ? count : many(count) * 4 / 5; }

}  // namespace heddle::testing
