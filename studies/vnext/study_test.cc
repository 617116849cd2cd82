// What the study finds, what it does not, and where.
#include <gtest/gtest.h>

#include <algorithm>

#include "studies/support/expect.h"
#include "studies/vnext/harness.h"

namespace vnext {
namespace {

using heddle::FailureKind;
using studies::expect_clean;
using studies::expect_failure;

studies::Case case_of(const std::string& name) {
  studies::Case found = studies::case_named(cases(), "vnext." + name);
  found.options.seed = 1;
  found.options.save_to = "";
  return found;
}

// With the settings of a case; `scenario` may differ from it.
heddle::Report explored(const std::string& like, const Scenario& scenario, std::uint64_t trials,
                        const std::string& strategy = "portfolio") {
  heddle::Options options = case_of(like).options;
  options.trials = trials;
  options.strategy = strategy;
  return heddle::explore([scenario] { run(scenario); }, options);
}

constexpr const char* kHot = "RepairMonitor is hot, in state Repairing, ";
constexpr const char* kLasso = "and can stay so for ever";
constexpr const char* kHeat = "and was for more than";

std::string identifier(std::string text) {
  std::ranges::replace_if(text, [](char c) { return !std::isalnum(c); }, '_');
  return text;
}

// The clean cases are tests of the study's program.
class EveryBug : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryBug, IsFoundByTheDefaultStrategy) {
  studies::Case one = case_of(GetParam());
  ASSERT_TRUE(one.bug);
  one.options.trials = 5'000;
  const bool bounded = one.name.find("bounded") != std::string::npos;
  expect_failure(heddle::explore(one.test, one.options), bounded ? FailureKind::assertion : FailureKind::liveness,
                 bounded ? "counts as a replica, and can never expire" : kHot);
}

INSTANTIATE_TEST_SUITE_P(Vnext, EveryBug,
                         ::testing::Values("sync_after_expiry", "sync_after_expiry.leases", "repairs_holders",
                                           "keeps_dead_sources", "never_repeats", "bans_the_expired", "silent_node",
                                           "bounded.sync_after_expiry"),
                         [](const auto& name) { return identifier(name.param); });

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
                         [](const auto& strategy) { return identifier(strategy.param); });

// Lassos with time to find one, and heat without.
TEST(Vnext, TheLateReportIsFoundBothWays) {
  for (const std::string name : {"sync_after_expiry", "sync_after_expiry.leases"}) {
    studies::Case one = case_of(name);
    one.options.strategy = "pos";
    one.options.settings.max_steps = 200'000;
    expect_failure(heddle::explore(one.test, one.options), FailureKind::liveness, std::string(kHot) + kLasso);
    one = case_of(name + ".by_heat");
    expect_failure(heddle::explore(one.test, one.options), FailureKind::liveness, std::string(kHot) + kHeat);
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
      heddle::Options options = case_of(expiry == Expiry::told ? "fixed" : "fixed.leases").options;
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
  studies::Case one = case_of("bounded");
  one.options.verify = true;
  const heddle::Report report = heddle::explore(one.test, one.options);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.ended, heddle::Ended::exhausted);
  EXPECT_EQ(report.trials, 34'178u);
  one = case_of("bounded.sync_after_expiry");
  one.options.verify = true;
  expect_failure(heddle::explore(one.test, one.options), FailureKind::assertion,
                 "counts as a replica, and can never expire");
}

}  // namespace
}  // namespace vnext
