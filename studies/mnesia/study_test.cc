// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "studies/mnesia/scenario.h"
#include "studies/support/expect.h"

namespace mnesia {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  const std::vector<studies::Case> all = cases();
  const auto found = std::ranges::find(all, "mnesia." + name, &studies::Case::name);
  if (found == all.end()) throw std::invalid_argument(name);
  heddle::Options options = found->options;
  options.trials = trials;
  options.strategy = strategy;
  options.seed = 1;
  options.workers = 1;
  options.save_to = "";
  return heddle::explore(found->test, options);
}

struct Search {
  const char* name;
  const char* strategy;
  const char* message;  // a part of it
};

class EveryBug : public ::testing::TestWithParam<Search> {};

TEST_P(EveryBug, IsFound) {
  studies::expect_failure(explored(GetParam().name, 2'000, GetParam().strategy), heddle::FailureKind::assertion,
                          GetParam().message);
}

constexpr const char* kStuck = "restart of b has not finished within 10 s";
constexpr const char* kReverted = "the copy on b is deleted, but a has copies on {a, b}";

INSTANTIATE_TEST_SUITE_P(Core, EveryBug,
                         ::testing::Values(Search{"serves_unmerged", "portfolio", kStuck},
                                           Search{"serves_unmerged", "pos", kStuck},
                                           Search{"down_is_ack", "portfolio", kReverted},
                                           Search{"down_is_ack", "pos", kReverted}));
INSTANTIATE_TEST_SUITE_P(Paper, EveryBug,
                         ::testing::Values(Search{"serves_unmerged.paper", "portfolio", kStuck},
                                           Search{"down_is_ack.paper", "portfolio", kReverted}));

TEST(Mnesia, IsCleanWithoutBugs) {
  for (const char* name : {"serves_unmerged.fixed", "down_is_ack.fixed"})
    studies::expect_clean(explored(name, 5'000), 5'000);
}

}  // namespace
}  // namespace mnesia
