// Every search comes to the counts that are known, and brute force agrees where it can.
#include <gtest/gtest.h>

#include "tests/oracles/run.h"

namespace heddle::testing {
namespace {

class Searches : public ::testing::TestWithParam<std::tuple<Algorithm, Oracle>> {};

TEST_P(Searches, Count) { expect_counts(std::get<1>(GetParam()), std::get<0>(GetParam()), true); }

INSTANTIATE_TEST_SUITE_P(Of, Searches,
                         ::testing::Combine(::testing::ValuesIn(algorithms()), ::testing::ValuesIn(oracles())),
                         [](const auto& of) {
                           return std::get<0>(of.param).name + "_" + test_name(std::get<1>(of.param));
                         });

class Oracles : public ::testing::TestWithParam<Oracle> {};

TEST_P(Oracles, HoldByBruteForce) { expect_same_by_brute_force(GetParam()); }

TEST_P(Oracles, HoldByStates) { expect_counts_by_states(GetParam()); }

TEST_P(Oracles, HoldByVerifying) { expect_verified(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Of, Oracles, ::testing::ValuesIn(oracles()),
                         [](const auto& of) { return test_name(of.param); });

}  // namespace
}  // namespace heddle::testing
