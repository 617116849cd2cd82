#include "heddle/runner/exploration_here.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/check.h"

namespace heddle {
namespace {

// Fails in one of the six orders of three senders.
void order_bug() {
  for (int i = 1; i <= 3; ++i) spawn("sender", [i, test = self()] { send(test, i); });
  int seen = 0;
  for (int i = 0; i < 3; ++i) seen = seen * 10 + receive<int>();
  check(seen != 321, "the numbers came as {}", seen);
}

Options quiet(std::uint64_t trials) {
  Options options;
  options.trials = trials;
  options.seed = 5;
  options.save_to = "";
  return options;
}

TEST(InProcess, DoesWhatAWorkerDoes) {
  Options options = quiet(500);
  options.strategy = "pos+";
  options.keep_going = true;
  options.history = ::testing::TempDir() + "heddle_history_apart";
  std::filesystem::remove(options.history);
  options.workers = 1;
  const Report apart = explore(order_bug, options);
  options.in_process = true;
  options.history = ::testing::TempDir() + "heddle_history_here";
  std::filesystem::remove(options.history);
  const Report here = explore(order_bug, options);
  EXPECT_GT(here.failed_trials, 1u);
  EXPECT_EQ(here.trials, 500u);
  EXPECT_EQ(here.failed_trials, apart.failed_trials);
  ASSERT_EQ(here.failures.size(), apart.failures.size());
  EXPECT_EQ(here.failures[0].count, apart.failures[0].count);
  EXPECT_EQ(here.failures[0].schedule, apart.failures[0].schedule);
  EXPECT_TRUE(here.conflicts.on);
  EXPECT_EQ(here.conflicts.conflicting, apart.conflicts.conflicting);
  EXPECT_GT(here.conflicts.signatures, 0u);
  EXPECT_EQ(here.conflicts.signatures, apart.conflicts.signatures);
  EXPECT_TRUE(std::filesystem::exists(options.history));
}

TEST(InProcess, EndsInTime) {
  for (const bool verify : {false, true}) {
    Options options = quiet(0);
    options.in_process = true;
    options.verify = verify;
    options.time = std::chrono::milliseconds(100);
    const Report report = explore(
        [] {
          for (int task = 0; task < 9; ++task)
            spawn("sender", [to = self(), task] { send(to, task); });
          for (int i = 0; i < 9; ++i) receive<int>();
        },
        options);
    EXPECT_EQ(report.ended, Ended::time) << report;
    EXPECT_GT(report.trials, 0u);
  }
}

}  // namespace
}  // namespace heddle
