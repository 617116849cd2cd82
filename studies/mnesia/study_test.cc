// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "studies/mnesia/scenario.h"
#include "studies/support/expect.h"

namespace mnesia {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  return studies::explored(studies::case_named(cases(), "mnesia." + name), trials, strategy);
}

struct Search {
  const char* name;
  const char* strategy;
  const char* message;  // a part of it

  friend std::ostream& operator<<(std::ostream& out, const Search& search) {
    return out << search.name << " " << search.strategy;
  }
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
    studies::expect_clean(explored(name, 3'000), 3'000);
}

// Morpheus counted 10,019 operations in a trial of mnesia-2, of which 628 conflict.
TEST(Mnesia, IsAsLargeAsPublished) {
  const heddle::Report report = explored("down_is_ack.paper", 50, "pos+");
  const auto trials = static_cast<double>(report.conflicts.trials);
  EXPECT_NEAR(static_cast<double>(report.conflicts.operations) / trials, 10'019, 300);
  EXPECT_NEAR(static_cast<double>(report.conflicts.conflicting) / trials, 628, 60);
}

}  // namespace
}  // namespace mnesia
