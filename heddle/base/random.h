// The random numbers of samplers: splitmix64, small, fast, and the same on every machine.
#pragma once

#include <cstdint>

#include "heddle/base/hash.h"

namespace heddle {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed = 0) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    return mix(state_);
  }

  // Uniform in [0, n), n > 0, without bias (Lemire's method).
  constexpr std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(next()) * n;
    auto low = static_cast<std::uint64_t>(product);
    if (low < n) {
      const std::uint64_t threshold = (0 - n) % n;
      while (low < threshold) {
        product = static_cast<Wide>(next()) * n;
        low = static_cast<std::uint64_t>(product);
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  constexpr bool flip() { return next() >> 63 != 0; }

 private:
  std::uint64_t state_;
};

}  // namespace heddle
