// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include "studies/cassandra_lwt/scenario.h"
#include "studies/support/expect.h"

namespace lwt {
namespace {

heddle::Report explored(Label label, const std::string& strategy, std::uint64_t trials) {
  heddle::Options options{.strategy = strategy, .trials = trials, .seed = 1, .save_to = ""};
  options.settings.delivery = heddle::Delivery::unordered;
  return heddle::explore([label] { run(label); }, options);
}

TEST(LightweightTransactions, ACommittedValueIsLost) {
  studies::expect_failure(explored(Label::promised, "pos", 100'000), heddle::FailureKind::assertion,
                          "is committed by ballot");
}

TEST(LightweightTransactions, NoneIsLostIfProposalsKeepTheirBallots) {
  for (const char* strategy : {"portfolio", "pos"})
    studies::expect_clean(explored(Label::accepted, strategy, 10'000), 10'000);
}

// The message of the failure that the oracle finds; empty: none.
std::string judged(const Commits& commits) {
  const std::vector<Change> changes = {{kInitial, 'X'}, {kInitial, 'Y'}, {'Y', 'Z'}};
  heddle::Options options{.trials = 1, .workers = 1, .save_to = ""};
  const auto report = heddle::explore([&] { check_chain(commits, changes); }, options);
  return report.ok() ? "" : report.failures[0].failure.message;
}

TEST(CheckChain, ChangesComeOneAfterAnother) {
  EXPECT_EQ(judged({}), "");
  EXPECT_EQ(judged({{{1, 2}, 'Y'}, {{1, 3}, 'Y'}, {{2, 3}, 'Z'}}), "");
  EXPECT_NE(judged({{{1, 1}, 'X'}, {{1, 2}, 'Y'}}), "");
  EXPECT_NE(judged({{{1, 2}, 'Y'}, {{1, 3}, 'Z'}, {{2, 2}, 'Y'}}), "") << "Y comes again";
  EXPECT_NE(judged({{{1, 3}, 'Z'}}), "") << "there was no Y";
}

}  // namespace
}  // namespace lwt
