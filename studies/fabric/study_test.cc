// What the study finds, and what it does not.
#include <algorithm>

#include "studies/fabric/study_test.h"

namespace fabric {
namespace {

using heddle::FailureKind;

struct Bug {
  std::string name;
  FailureKind kind;
  std::string text;
};

void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.name; }

class FabricBug : public ::testing::TestWithParam<Bug> {};

TEST_P(FabricBug, IsFoundForItsReasonAndReplays) {
  expect_failure(explored(GetParam().name, 20'000), GetParam().kind, GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Every, FabricBug,
    ::testing::Values(Bug{"fabric.promote_while_becoming_primary", FailureKind::assertion,
                          "is told to become an active secondary, and is Primary"},
                      Bug{"fabric.elect_idle", FailureKind::assertion, "becomes primary without it"},
                      Bug{"fabric.old_ack", FailureKind::assertion, "becomes primary without it"},
                      Bug{"fabric.dead_quorum", FailureKind::assertion, "becomes primary without it"},
                      Bug{"fabric.lsn_gap", FailureKind::assertion, "becomes primary without it"},
                      Bug{"fabric.lost_catch_up", FailureKind::liveness, "FullSet is hot, in state Incomplete"},
                      Bug{"cscale.stale_name", FailureKind::liveness, "ArrivesOnce is hot, in state Waiting"}),
    [](const auto& of) {
      std::string name = of.param.name;
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

// It shows in several ways, of which this is the plainest; a client that waits for ever is another.
TEST(DoublePrimary, IsFoundForItsReason) {
  studies::Case one = case_named("fabric.double_primary");
  one.options.keep_going = true;
  const heddle::Report report = studies::explored(one, 500);
  const auto told = [](const heddle::FoundFailure& found) {
    return found.failure.kind == FailureKind::assertion &&
           found.failure.message.find("an operation is acknowledged to replica") != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(report.failures, told)) << report;
  for (const heddle::FoundFailure& found : report.failures) EXPECT_EQ(found.replays, found.attempts) << found.departed;
}

class FabricStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(FabricStrategy, LeavesTheFixedVersionsAlone) {
  expect_clean("fabric.fixed", 1'000, GetParam());
  expect_clean("cscale.fixed", 1'000, GetParam());
}

TEST_P(FabricStrategy, FindsThePromotion) {
  expect_failure(explored("fabric.promote_while_becoming_primary", 5'000, GetParam()), FailureKind::assertion,
                 "told to become an active secondary");
}

INSTANTIATE_TEST_SUITE_P(Strategies, FabricStrategy,
                         ::testing::Values("portfolio", "rw", "pos", "pos+", "pct:3", "surw"),
                         [](const auto& strategy) {
                           std::string name;
                           for (const char c : std::string(strategy.param)) name += std::isalnum(c) ? c : '_';
                           return name;
                         });

// The steps of the paper, in a run where the failure comes while the secondary waits for its copy.
TEST(FabricStudy, ThePromotionIsThatOfThePaper) {
  heddle::Options options{.trials = 100, .seed = 4, .workers = 1, .save_to = ""};
  const heddle::Report report =
      heddle::explore(case_named("fabric.bounded.promote_while_becoming_primary").test, options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  std::string story;
  for (const std::string& line : report.failures[0].story) story += line + "\n";
  std::size_t at = 0;
  for (const std::string step : {"send CopyContext{2, 1", "stop node", "send EpochInfo{2, primary", "send EndOfCopy{1}",
                                 "send CopyFinished{1}", "send CopyStateDone{2, 1}", "send BecomeActive{}"}) {
    at = story.find(step, at);
    ASSERT_NE(at, std::string::npos) << step << " is missing, or too early, in\n" << story;
  }
}

TEST(FabricStudy, ABoundedHarnessIsVerified) {
  const heddle::Options options{.verify = true, .save_to = ""};
  const heddle::Report report = heddle::explore(case_named("fabric.bounded").test, options);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.ended, heddle::Ended::exhausted);
  EXPECT_EQ(report.trials, 4'972u);
  expect_failure(heddle::explore(case_named("fabric.bounded.promote_while_becoming_primary").test, options),
                 FailureKind::assertion, "told to become an active secondary, and is Primary");
}

}  // namespace
}  // namespace fabric
