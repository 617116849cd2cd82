// What the study finds, and what it does not.
#include <gtest/gtest.h>

#include <algorithm>

#include "studies/locks/scenario.h"
#include "studies/support/expect.h"

namespace locks {
namespace {

template <class Scenario>
heddle::Report explored(const Scenario& scenario, heddle::Options options) {
  options.seed = 1;
  options.save_to = "";
  return heddle::explore([scenario] { run(scenario); }, options);
}

// The test waits for ever, after a step of this kind.
void expect_deadlock(const heddle::Report& report, const std::string& step) {
  studies::expect_failure(report, heddle::FailureKind::deadlock, "test waits for ever in receive");
  if (report.failures.empty()) return;
  const std::vector<std::string>& story = report.failures[0].story;
  EXPECT_TRUE(std::ranges::any_of(story, [&](const std::string& line) { return line.find(step) != std::string::npos; }))
      << report;
}

constexpr const char* kGranted = "answer Granted";
constexpr const char* kWatcherGetsTheName = "/watcher as ";

TEST(Locks, TheFixedProtocolIsClean) {
  for (const int work : {0, 10})
    studies::expect_clean(explored(ThreeClients{.state_work = work}, {.trials = 5'000}), 5'000);
}

TEST(Locks, TheFixedWatcherIsClean) { studies::expect_clean(explored(ServerRestart{}, {.trials = 3'000}), 3'000); }

TEST(Locks, AWatcherMissesThatTheServerIsBack) {
  for (const Recheck recheck : {Recheck::never, Recheck::before_retry, Recheck::after_first_try})
    expect_deadlock(explored(ServerRestart{.recheck = recheck}, {.trials = 5'000}), kWatcherGetsTheName);
}

class EveryStrategy : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryStrategy, FindsThatAVersionStartsAgain) {
  expect_deadlock(explored(ThreeClients{.versions = Versions::of_each_lock}, {.strategy = GetParam(), .trials = 5'000}),
                  kGranted);
}

TEST_P(EveryStrategy, FindsThatAVictimIsNotTold) {
  expect_deadlock(explored(ThreeClients{.telling = Telling::nobody}, {.strategy = GetParam(), .trials = 5'000}),
                  kGranted);
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, ::testing::Values("portfolio", "rw", "pct:3", "pos", "pos+"),
                         [](const auto& strategy) {
                           std::string name;
                           for (const char c : std::string(strategy.param)) name += std::isalnum(c) ? c : '_';
                           return name;
                         });

TEST(Locks, AtTheSizeOfThePaper) {
  ThreeClients paper{
      .versions = Versions::of_each_lock, .state_work = 10, .background = {.requests = 20, .reports = 8}};
  expect_deadlock(explored(paper, {.trials = 2'000}), kGranted);
}

}  // namespace
}  // namespace locks
