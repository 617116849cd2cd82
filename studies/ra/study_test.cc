// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "studies/ra/scenario.h"
#include "studies/support/expect.h"

namespace ra {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  return studies::explored(studies::case_named(cases(), "ra." + name), trials, strategy);
}

struct Found {
  const char* name;
  const char* strategy;
  const char* reason;  // of the crash
};

constexpr const char* kForgetsCaller = "undefined_reply: nobody waits for this vote";
constexpr const char* kTrustsLeavers = "badmatch: a reply of a server that is not a member";
constexpr const char* kForgetsCluster = "badkey: previous_cluster";

void PrintTo(const Found& found, std::ostream* out) { *out << found.name << " by " << found.strategy; }

class EveryBug : public ::testing::TestWithParam<Found> {};

TEST_P(EveryBug, IsFound) {
  const auto& [name, strategy, reason] = GetParam();
  studies::expect_failure(explored(name, 10'000, strategy), heddle::FailureKind::exception, reason);
}

INSTANTIATE_TEST_SUITE_P(ByDefault, EveryBug,
                         ::testing::Values(Found{"forgets_caller", "portfolio", kForgetsCaller},
                                           Found{"trusts_leavers", "portfolio", kTrustsLeavers},
                                           Found{"forgets_cluster", "portfolio", kForgetsCluster}));
INSTANTIATE_TEST_SUITE_P(ByPos, EveryBug,
                         ::testing::Values(Found{"forgets_caller", "pos", kForgetsCaller},
                                           Found{"trusts_leavers", "pos", kTrustsLeavers},
                                           Found{"forgets_cluster", "pos", kForgetsCluster}));

INSTANTIATE_TEST_SUITE_P(Paper, EveryBug,
                         ::testing::Values(Found{"forgets_caller.paper", "portfolio", kForgetsCaller},
                                           Found{"forgets_cluster.paper", "portfolio", kForgetsCluster}));

TEST(Ra, IsCleanWithoutBugs) {
  for (const char* name : {"forgets_caller.fixed", "trusts_leavers.fixed", "forgets_cluster.fixed"})
    studies::expect_clean(explored(name, 2'000), 2'000);
}

}  // namespace
}  // namespace ra
