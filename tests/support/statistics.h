// Tolerances for tests of chance. Seeds are fixed, so a test that passes keeps passing; the tolerances say how unlikely
// a failure would be for a correct program when a seed is changed.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>

namespace heddle::testing {

// One-sided normal quantile of 1e-4: a correct program fails one test in 10,000 (two-sided: in 5,000).
inline constexpr double kQuantile = 3.719;

// `hits` of `trials` independent trials, each a hit with probability p: standard deviation sqrt(trials p (1-p)).
inline ::testing::AssertionResult near_binomial(std::uint64_t hits, std::uint64_t trials, double p) {
  const double mean = static_cast<double>(trials) * p;
  const double allowed = kQuantile * std::sqrt(mean * (1 - p)) + 0.5;
  if (std::abs(static_cast<double>(hits) - mean) <= allowed) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << hits << " hits of " << trials << ", expected " << mean << " +- " << allowed;
}

// The same for "at least with probability p".
inline ::testing::AssertionResult at_least_binomial(std::uint64_t hits, std::uint64_t trials, double p) {
  const double mean = static_cast<double>(trials) * p;
  const double allowed = kQuantile * std::sqrt(mean * (1 - p)) + 0.5;
  if (static_cast<double>(hits) >= mean - allowed) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << hits << " hits of " << trials << ", expected at least " << mean << " - "
                                       << allowed;
}

// Pearson's statistic of counts over `cells` equally likely outcomes.
template <class Key>
double chi_square(const std::map<Key, std::uint64_t>& counts, std::size_t cells) {
  double total = 0;
  for (const auto& [key, count] : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(cells);
  double sum = expected * static_cast<double>(cells - counts.size());  // outcomes that never came
  for (const auto& [key, count] : counts) sum += std::pow(static_cast<double>(count) - expected, 2) / expected;
  return sum;
}

// The value that chi-square exceeds with probability 1e-4, by Wilson and Hilferty's approximation: 26.3 for 5 degrees
// of freedom (exact: 25.7), 51.1 for 19 (50.8), 147.5 for 89 (147.4).
inline double chi_square_limit(std::size_t degrees_of_freedom) {
  const double k = static_cast<double>(degrees_of_freedom);
  return k * std::pow(1 - 2 / (9 * k) + kQuantile * std::sqrt(2 / (9 * k)), 3);
}

template <class Key>
::testing::AssertionResult uniform(const std::map<Key, std::uint64_t>& counts, std::size_t cells) {
  const double found = chi_square(counts, cells), limit = chi_square_limit(cells - 1);
  if (counts.size() <= cells && found <= limit) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "chi-square " << found << " > " << limit << " over " << cells << " outcomes, "
                                       << counts.size() << " of them seen";
}

}  // namespace heddle::testing
