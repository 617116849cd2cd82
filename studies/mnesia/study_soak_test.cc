// Mnesia without its mistakes, for a hundred thousand trials of each test.
#include <gtest/gtest.h>

#include <string>

#include "studies/mnesia/scenario.h"
#include "studies/support/expect.h"

namespace mnesia {
namespace {

void expect_clean(void (*test)(const Scenario&), const char* strategy) {
  const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 1, .save_to = ""};
  studies::expect_clean(heddle::explore([=] { test({}); }, options), 100'000);
}

class EveryStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryStrategy, FindsNothingInAddCopy) { expect_clean(add_copy_while_starting, GetParam()); }
TEST_P(EveryStrategy, FindsNothingInDeleteCopy) { expect_clean(delete_copy_while_stopping, GetParam()); }

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, ::testing::Values("portfolio", "pos", "pct:3"),
                         [](const auto& strategy) { return std::string(strategy.param).substr(0, 3); });

}  // namespace
}  // namespace mnesia
