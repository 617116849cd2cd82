// The counts that take a while.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracles/run.h"

namespace heddle::testing {
namespace {

std::vector<Oracle> large() {
  std::vector<Oracle> found;
  for (const Oracle& oracle : oracles())
    if (std::any_of(oracle.counts.begin(), oracle.counts.end(),
                    [](const Count& count) { return count.executions > kQuick; }))
      found.push_back(oracle);
  return found;
}

class LargeSearches : public ::testing::TestWithParam<std::tuple<Algorithm, Oracle>> {};

TEST_P(LargeSearches, Count) { expect_counts(std::get<1>(GetParam()), std::get<0>(GetParam()), false); }

INSTANTIATE_TEST_SUITE_P(Of, LargeSearches,
                         ::testing::Combine(::testing::ValuesIn(algorithms()), ::testing::ValuesIn(large())),
                         [](const auto& of) {
                           return std::get<0>(of.param).name + "_" + test_name(std::get<1>(of.param));
                         });

}  // namespace
}  // namespace heddle::testing
