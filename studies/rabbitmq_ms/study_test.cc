// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "studies/rabbitmq_ms/scenario.h"
#include "studies/support/expect.h"

namespace rabbitmq_ms {
namespace {

heddle::Report explored(const std::string& name, std::uint64_t trials, const std::string& strategy = "portfolio") {
  return studies::explored(studies::case_named(cases(), "rabbitmq_ms." + name), trials, strategy);
}

struct Search {
  const char* name;
  const char* strategy;
};

void PrintTo(const Search& search, std::ostream* out) { *out << search.name << " by " << search.strategy; }

class EverySize : public ::testing::TestWithParam<Search> {};

// The mirroring server of c asks b for its own, and b ends before it answers.
TEST_P(EverySize, IsFound) {
  const heddle::Report report = explored(GetParam().name, 1'000, GetParam().strategy);
  studies::expect_failure(report, heddle::FailureKind::exception, "WhichChildren");
  for (const heddle::FoundFailure& found : report.failures) EXPECT_EQ(found.failure.task, "c/c mirroring");
}

INSTANTIATE_TEST_SUITE_P(Core, EverySize,
                         ::testing::Values(Search{"trusts_members", "portfolio"}, Search{"trusts_members", "pos"},
                                           Search{"trusts_members", "pct:3"}));
INSTANTIATE_TEST_SUITE_P(Paper, EverySize,
                         ::testing::Values(Search{"trusts_members.paper", "portfolio"},
                                           Search{"trusts_members.paper", "pos+"}));

TEST(RabbitmqMs, IsCleanWithoutTheBug) { studies::expect_clean(explored("trusts_members.fixed", 5'000), 5'000); }

}  // namespace
}  // namespace rabbitmq_ms
