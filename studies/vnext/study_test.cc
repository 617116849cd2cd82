// What the study finds, what it does not, and where.
#include <gtest/gtest.h>

#include <algorithm>

#include "studies/vnext/harness.h"

namespace vnext {
namespace {

using heddle::FailureKind;

heddle::Options options_of(const std::string& name) {
  const auto all = cases();
  const auto found = std::ranges::find(all, "vnext." + name, &studies::Case::name);
  heddle::Options options = found->options;
  options.seed = 1;
  options.save_to = "";
  return options;
}

// With the settings of a case; `scenario` may differ from it.
heddle::Report explored(const std::string& like, const Scenario& scenario, std::uint64_t trials,
                        const std::string& strategy = "portfolio") {
  heddle::Options options = options_of(like);
  options.trials = trials;
  options.strategy = strategy;
  return heddle::explore([scenario] { run(scenario); }, options);
}

void expect_clean(const heddle::Report& report, std::uint64_t trials) {
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, trials);
}

void expect_failure(const heddle::Report& report, FailureKind kind, const std::string& text) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const heddle::FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, kind);
  EXPECT_NE(found.failure.message.find(text), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts) << found.departed;
  EXPECT_GT(found.attempts, 0u);
}

constexpr const char* kHot = "RepairMonitor is hot, in state Repairing, ";
constexpr const char* kLasso = "and can stay so for ever";
constexpr const char* kHeat = "and was for more than";

class EveryCase : public ::testing::TestWithParam<studies::Case> {};

TEST_P(EveryCase, IsAsExpected) {
  heddle::Options options = options_of(GetParam().name.substr(std::string("vnext.").size()));
  options.trials = 2'000;
  const heddle::Report report = heddle::explore(GetParam().test, options);
  if (!GetParam().bug) return expect_clean(report, options.trials);
  const bool bounded = GetParam().name.find("bounded") != std::string::npos;
  expect_failure(report, bounded ? FailureKind::assertion : FailureKind::liveness,
                 bounded ? "counts as a replica, and can never expire" : kHot);
}

INSTANTIATE_TEST_SUITE_P(Vnext, EveryCase, ::testing::ValuesIn(cases()), [](const auto& one) {
  std::string name;
  for (const char c : one.param.name.substr(std::string("vnext.").size())) name += std::isalnum(c) ? c : '_';
  return name;
});

class EveryStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryStrategy, FindsTheLateReportAndNothingElse) {
  for (const Expiry expiry : {Expiry::told, Expiry::leases}) {
    const std::string like = expiry == Expiry::told ? "fixed" : "fixed.leases";
    const Scenario wrong{.expiry = expiry, .mistakes = {.believes_the_expired = true}};
    expect_failure(explored(like, wrong, 3'000, GetParam()), FailureKind::liveness, kHot);
    expect_clean(explored(like, {.expiry = expiry}, 500, GetParam()), 500);
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, ::testing::Values("rw", "pos", "pos+", "pct:3"),
                         [](const auto& strategy) {
                           std::string name;
                           for (const char c : std::string(strategy.param)) name += std::isalnum(c) ? c : '_';
                           return name;
                         });

// Lassos with time to find one, and heat without.
TEST(Vnext, TheLateReportIsFoundBothWays) {
  for (const std::string like : {"sync_after_expiry", "sync_after_expiry.leases"}) {
    const Scenario wrong{.expiry = like.ends_with("leases") ? Expiry::leases : Expiry::told,
                         .mistakes = {.believes_the_expired = true}};
    heddle::Options options = options_of(like);
    options.strategy = "pos";
    options.trials = 3'000;
    options.settings.max_steps = 200'000;
    expect_failure(heddle::explore([wrong] { run(wrong); }, options), FailureKind::liveness,
                   std::string(kHot) + kLasso);
    expect_failure(explored(like + ".by_heat", wrong, 3'000), FailureKind::liveness, std::string(kHot) + kHeat);
  }
}

// A clean run says little if it never comes to what is difficult.
TEST(Vnext, LateReportsComeInCleanRuns) {
  for (const std::string like : {"fixed", "fixed.leases"}) {
    const heddle::Report report = explored(like, {.expiry = like == "fixed" ? Expiry::told : Expiry::leases}, 1'000);
    expect_clean(report, 1'000);
    ASSERT_EQ(report.scenarios.size(), 1u);
    EXPECT_GT(report.scenarios[0].trials, 100u) << report;
  }
}

// Each mistake needs its scenario: without the loss, the early failure, a node that expires though it is alive, or a
// failure at all, nothing is wrong with it.
TEST(Vnext, MistakesThatDoNotShow) {
  expect_clean(explored("fixed", {.mistakes = {.never_repeats = true}}, 1'000), 1'000);
  expect_clean(explored("fixed", {.mistakes = {.keeps_dead_sources = true}}, 1'000), 1'000);
  expect_clean(explored("fixed", {.mistakes = {.bans_the_expired = true}}, 1'000), 1'000);
  expect_clean(explored("replicate", {.fails_at = 0, .mistakes = {.believes_the_expired = true}}, 1'000), 1'000);
}

// It looks different from all the others: the test came to its end.
TEST(Vnext, ASilentNodeIsAMistakeOfTheHarness) {
  expect_failure(explored("silent_node", {.silent_node = true}, 10), FailureKind::liveness,
                 std::string(kHot) + "when nothing can happen any more");
}

// As in the paper's account of the bug, messages may be under way for long.
TEST(Vnext, MessagesMayBeUnderWay) {
  for (const heddle::Delivery delivery : {heddle::Delivery::fifo, heddle::Delivery::unordered}) {
    for (const Expiry expiry : {Expiry::told, Expiry::leases}) {
      heddle::Options options = options_of(expiry == Expiry::told ? "fixed" : "fixed.leases");
      options.trials = 300;
      options.settings.delivery = delivery;
      expect_clean(heddle::explore([expiry] { run({.expiry = expiry}); }, options), 300);
      const Scenario wrong{.expiry = expiry, .mistakes = {.believes_the_expired = true}};
      options.trials = 3'000;
      expect_failure(heddle::explore([wrong] { run(wrong); }, options), FailureKind::liveness, kHot);
    }
  }
}

TEST(Vnext, ABoundedHarnessIsVerified) {
  for (const studies::Case& one : cases()) {
    if (one.name.find("bounded") == std::string::npos) continue;
    heddle::Options options = one.options;
    options.verify = true;
    options.save_to = "";
    const heddle::Report report = heddle::explore(one.test, options);
    if (one.bug) {
      expect_failure(report, FailureKind::assertion, "counts as a replica, and can never expire");
    } else {
      EXPECT_TRUE(report.ok()) << report;
      EXPECT_EQ(report.ended, heddle::Ended::exhausted);
      EXPECT_EQ(report.trials, 34'178u);
    }
  }
}

}  // namespace
}  // namespace vnext
