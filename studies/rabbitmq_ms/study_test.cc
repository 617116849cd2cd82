// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "studies/rabbitmq_ms/scenario.h"

namespace rabbitmq_ms {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  const std::vector<studies::Case> all = cases();
  const auto found = std::ranges::find(all, "rabbitmq_ms." + name, &studies::Case::name);
  if (found == all.end()) throw std::invalid_argument(name);
  heddle::Options options = found->options;
  options.trials = trials;
  options.strategy = strategy;
  options.seed = 1;
  options.save_to = "";
  return heddle::explore(found->test, options);
}

struct Search {
  const char* name;
  const char* strategy;
};

class EverySize : public ::testing::TestWithParam<Search> {};

// The mirroring server of c asks b for its own, and b ends before it answers.
TEST_P(EverySize, IsFound) {
  const heddle::Report report = explored(GetParam().name, 1'000, GetParam().strategy);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, heddle::FailureKind::exception);
  EXPECT_EQ(found.failure.task, "c/c mirroring");
  EXPECT_NE(found.failure.message.find("WhichChildren"), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

INSTANTIATE_TEST_SUITE_P(Core, EverySize,
                         ::testing::Values(Search{"trusts_members", "portfolio"}, Search{"trusts_members", "pos"},
                                           Search{"trusts_members", "pct:3"}));
INSTANTIATE_TEST_SUITE_P(Paper, EverySize,
                         ::testing::Values(Search{"trusts_members.paper", "portfolio"},
                                           Search{"trusts_members.paper", "pos+"}));

TEST(RabbitmqMs, IsCleanWithoutTheBug) {
  const heddle::Report report = explored("trusts_members.fixed", 5'000);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, 5'000u);
}

}  // namespace
}  // namespace rabbitmq_ms
