// How long is a trial, counted in contested picks? Samplers that step in at a few random moments must know.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "heddle/base/random.h"

namespace heddle {

class TrialLength {
 public:
  // The longest of the last trials: a length that one trial in a hundred has is not missed, and one trial that went
  // astray is forgotten some day.
  static constexpr std::size_t kWindow = 256;

  // Before anything is known, a power of two is drawn, from 2^kFirst to 2^kLast. Whoever does not know the length must
  // lose a factor of its logarithm (a point at i needs a chance of about 1/i for every i, and these do not sum up); one
  // draw for all points of a trial loses it once, not once per point.
  static constexpr unsigned kFirst = 2, kLast = 14;

  std::uint64_t draw(Random& random) const {
    if (trials_ == 0) return std::uint64_t{1} << (kFirst + random.below(kLast - kFirst + 1));
    return std::max<std::uint64_t>(1, longest_);
  }

  void learn(std::uint64_t contested) {
    std::uint64_t& place = window_[trials_++ % kWindow];
    const bool forget = place == longest_ && contested < longest_;
    place = contested;
    longest_ = std::max(longest_, contested);
    if (forget) longest_ = *std::max_element(window_.begin(), window_.end());
  }

 private:
  std::array<std::uint64_t, kWindow> window_{};
  std::uint64_t longest_ = 0;  // in the window
  std::uint64_t trials_ = 0;
};

}  // namespace heddle
