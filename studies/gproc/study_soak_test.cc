// gproc without its mistakes, for a hundred thousand trials of each scenario, and with the traffic of whole nodes
// around it.
#include <gtest/gtest.h>

#include <string>

#include "studies/gproc/scenario.h"
#include "studies/support/expect.h"

namespace gproc {
namespace {

void expect_clean(void (*test)(const Scenario&), const char* strategy, std::uint64_t trials) {
  const heddle::Options options{.strategy = strategy, .trials = trials, .seed = 1, .save_to = ""};
  studies::expect_clean(heddle::explore([=] { test({}); }, options), trials);
}

class EveryStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryStrategy, FindsNothingInRegisterSelf) { expect_clean(register_self, GetParam(), 100'000); }
TEST_P(EveryStrategy, FindsNothingInRegisterOther) { expect_clean(register_other, GetParam(), 100'000); }
TEST_P(EveryStrategy, FindsNothingInStopLeader) { expect_clean(stop_leader, GetParam(), 100'000); }

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, ::testing::Values("portfolio", "pos", "pct:3"),
                         [](const auto& strategy) { return std::string(strategy.param).substr(0, 3); });

}  // namespace
}  // namespace gproc
