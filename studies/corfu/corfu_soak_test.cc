// What is right stays right for a million trials: repair in the middle (method 3), in the paper's
// initial model and in the refined one, under strategies of different kinds.
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "studies/corfu/scenario.h"

namespace corfu {
namespace {

constexpr std::uint64_t kTrials = 1'000'000;

heddle::Report explore(const Scenario& scenario, const std::string& strategy) {
  heddle::Options options;
  options.name = name_of(scenario);
  options.strategy = strategy;
  options.trials = kTrials;
  options.seed = 7;
  options.workers = 2;
  options.save_to = "";
  return heddle::explore([scenario] { run(scenario); }, options);
}

class MethodThree : public testing::TestWithParam<std::string> {};

TEST_P(MethodThree, AMillionTrialsWithoutAFailure) {
  for (const Method method : {Method::middle_23, Method::middle_12}) {
    for (const Scenario& scenario :
         {Scenario{method, Reader::twice, LayoutKind::server, 2}, Scenario{method}}) {
      const heddle::Report report = explore(scenario, GetParam());
      EXPECT_TRUE(report.ok()) << report;
      EXPECT_EQ(report.trials, kTrials);
    }
  }
}

// The same effort is far more than enough where there is a bug: the figures above are no accident
// of a blind strategy.
TEST_P(MethodThree, TheSameEffortFindsTheBugsOfTheOthers) {
  for (const Method method : {Method::head, Method::tail}) {
    const heddle::Report report =
        explore({method, Reader::twice, LayoutKind::server, 2}, GetParam());
    EXPECT_FALSE(report.ok()) << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, MethodThree, testing::Values("pos+", "rw", "portfolio"),
                         [](const auto& of) {
                           return of.param == "pos+" ? "pos_with_conflict_analysis" : of.param;
                         });

}  // namespace
}  // namespace corfu
