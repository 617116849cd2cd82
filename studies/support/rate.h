// How often trials fail.
#pragma once

#include <cmath>
#include <cstdint>

namespace studies {

struct Rate {
  std::uint64_t failures = 0;
  std::uint64_t trials = 0;

  double share() const { return static_cast<double>(failures) / static_cast<double>(trials); }
  double trials_to_failure() const { return 1 / share(); }

  // Wilson's 95 % interval for the probability that a trial fails.
  double low() const { return failures == 0 ? 0 : wilson(-1); }
  double high() const { return failures == trials ? 1 : wilson(+1); }

  // If none failed: with 95 % confidence, a trial fails less often than that.
  double bound() const { return -std::log(0.05) / static_cast<double>(trials); }

 private:
  double wilson(int side) const {
    constexpr double z = 1.959964;
    const auto n = static_cast<double>(trials);
    const double p = share();
    return (p + z * z / (2 * n) + side * z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n);
  }
};

}  // namespace studies
