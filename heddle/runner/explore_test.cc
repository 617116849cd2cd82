#include "heddle/runner/explore.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/isolation.h"
#include "heddle/runner/orders.h"
#include "heddle/runner/trial_loop.h"
#include "heddle/spec/check.h"
#include "heddle/strategy/catalogue.h"

namespace {

// In a namespace of its own: Heddle's frames are left out.
[[gnu::noinline]] void wait_for_ever() { heddle::check(heddle::receive<int>() == 1); }

}  // namespace

namespace heddle {
namespace {

struct Token {
  int n;
};

// Fails in one of the six orders of three senders.
void order_bug() {
  for (int i = 1; i <= 3; ++i) spawn("sender", [i, test = self()] { send(test, Token{i}); });
  int seen = 0;
  for (int i = 0; i < 3; ++i) seen = seen * 10 + receive<Token>().n;
  check(seen != 321, "the tokens came as {}", seen);
}

void clean() {
  for (int i = 1; i <= 3; ++i) spawn("sender", [i, test = self()] { send(test, Token{i}); });
  for (int i = 0; i < 3; ++i) receive<Token>();
}

Options quiet(std::uint64_t trials) {
  Options options;
  options.trials = trials;
  options.seed = 5;
  options.workers = 2;
  options.save_to = "";
  return options;
}

TEST(Explore, FindsReplaysAndTellsTheStory) {
  const Report report = explore(order_bug, quiet(10'000));
  ASSERT_EQ(report.failures.size(), 1u);
  const FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, FailureKind::assertion);
  EXPECT_EQ(found.failure.message, "the tokens came as 321");
  EXPECT_EQ(found.failure.task, "test");
  EXPECT_EQ(found.replays, 3u);
  EXPECT_EQ(found.attempts, 3u);
  EXPECT_FALSE(found.story.empty());
  EXPECT_EQ(found.decisions.size(), found.schedule.size());
  EXPECT_EQ(report.ended, Ended::failure);

  const Report again = replay(order_bug, found.schedule, quiet(1), found.decisions);
  ASSERT_EQ(again.failures.size(), 1u);
  EXPECT_TRUE(again.failures[0].failure.same_as(found.failure));
  EXPECT_EQ(again.failures[0].schedule, found.schedule);
  EXPECT_TRUE(again.departed.empty()) << again.departed;
}

TEST(Explore, CleanRunsCountWhatTheySaw) {
  const Report report = explore(clean, quiet(2'000));
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.trials, 2'000u);
  EXPECT_EQ(report.distinct_orders, 6u);
  EXPECT_EQ(report.ended, Ended::trials);
}

TEST(Explore, OneWorkerIsDeterministic) {
  Options options = quiet(300);
  options.workers = 1;
  options.keep_going = true;
  for (const char* strategy : {"rw", "pos", "pos+", "pct", "portfolio"}) {
    options.strategy = strategy;
    const Report a = explore(order_bug, options), b = explore(order_bug, options);
    EXPECT_EQ(a.failed_trials, b.failed_trials) << strategy;
    EXPECT_EQ(a.steps, b.steps) << strategy;
    ASSERT_EQ(a.failures.size(), b.failures.size()) << strategy;
    for (std::size_t i = 0; i < a.failures.size(); ++i) EXPECT_EQ(a.failures[i].schedule, b.failures[i].schedule);
  }
}

TEST(Explore, KeepGoingCountsEachFailureOnce) {
  Options options = quiet(3'000);
  options.keep_going = true;
  const Report report = explore(order_bug, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.trials, 3'000u);
  EXPECT_EQ(report.failures[0].count, report.failed_trials);
  EXPECT_GT(report.failed_trials, 100u);
}

int global_calls = 0;

void depends_on_a_global() { check(++global_calls < 5, "call number {}", global_calls); }

TEST(Explore, SaysWhenAFailureDoesNotReplay) {
  Options options = quiet(100);
  options.workers = 1;
  const Report report = explore(depends_on_a_global, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].replays, 0u);
  EXPECT_FALSE(report.failures[0].departed.empty());
}

TEST(Explore, IsolationStartsEveryTrialAfresh) {
  Options options = quiet(50);
  options.isolate = true;
  EXPECT_TRUE(explore(depends_on_a_global, options).ok());
}

// The whole exploration is the same with and without isolation, for strategies that learn in every way.
TEST(Explore, IsolationChangesNothingElse) {
  Options options = quiet(150);
  options.workers = 1;
  options.keep_going = true;
  for (const char* strategy : {"rw", "pos*", "pct:3", "pos+", "surw", "urw", "portfolio"}) {
    options.strategy = strategy;
    options.isolate = false;
    const Report here = explore(order_bug, options);
    options.isolate = true;
    const Report apart = explore(order_bug, options);
    EXPECT_EQ(here.failed_trials, apart.failed_trials) << strategy;
    EXPECT_EQ(here.steps, apart.steps) << strategy;
    EXPECT_EQ(here.distinct_orders, apart.distinct_orders) << strategy;
    EXPECT_EQ(here.conflicts.conflicting, apart.conflicts.conflicting) << strategy;
    ASSERT_EQ(here.failures.size(), apart.failures.size()) << strategy;
    for (std::size_t i = 0; i < here.failures.size(); ++i)
      EXPECT_EQ(here.failures[i].schedule, apart.failures[i].schedule) << strategy;
  }
}

TEST(Explore, InProcessNeedsNoWorker) {
  Options options = quiet(10'000);
  options.in_process = true;
  const Report report = explore(order_bug, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.message, "the tokens came as 321");
}

TEST(Explore, SavesAndContinuesAHistory) {
  const std::string path = ::testing::TempDir() + "heddle_explore_history";
  std::filesystem::remove(path);
  Options options = quiet(200);
  options.strategy = "pos+";
  options.history = path;
  const Report first = explore(clean, options);
  EXPECT_TRUE(first.ok()) << first;
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_GT(first.conflicts.signatures, 0u);
  const Report second = explore(clean, options);
  EXPECT_EQ(second.conflicts.false_negatives, 0u);  // everything was known
  std::ofstream(path) << "garbage";
  const Report third = explore(clean, options);
  EXPECT_FALSE(third.ok());
  EXPECT_NE(third.error.find("history"), std::string::npos) << third.error;
  std::filesystem::remove(path);
}

TEST(Explore, WhatAWorkerLearnsOutlivesIt) {
  Options options = quiet(60);
  options.strategy = "pos+";
  options.workers = 1;
  options.keep_going = true;
  const Report report = explore(
      [] {
        const Pid test = self();
        for (int i = 0; i < 3; ++i) spawn("sender", [=] { send(test, i); });
        const int first = receive<int>();
        for (int i = 0; i < 2; ++i) receive<int>();
        if (first == 2) std::abort();
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_GT(report.failures[0].count, 5u);
  EXPECT_GT(report.conflicts.signatures, 0u);
  EXPECT_GE(report.conflicts.trials, 4u);
}

TEST(Explore, UnknownStrategyIsASentence) {
  Options options = quiet(1);
  options.strategy = "posh";
  const Report report = explore(clean, options);
  EXPECT_FALSE(report.ok());
  EXPECT_NE(report.error.find("did you mean 'pos'"), std::string::npos) << report.error;
}

TEST(Explore, ChecksDeterminism) {
  Options options = quiet(20);
  options.check_determinism = true;
  options.workers = 1;
  EXPECT_TRUE(explore(clean, options).ok());
  static int calls;
  calls = 0;
  const Report report = explore(
      [] {
        if (++calls % 2 == 0) spawn("extra", [] { is_alive(self()); });
        is_alive(self());
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::nondeterminism);
}

TEST(Explore, ADifferenceIsShownWithBothStacks) {
  Options options = quiet(2);
  options.check_determinism = true;
  options.workers = 1;
  static int calls;
  calls = 0;
  const Report report = explore([] { log("call {}", ++calls); }, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.message, "the same schedule went two ways at step 1");
  const std::string& detail = report.failures[0].failure.detail;
  EXPECT_NE(detail.find("first run : test logs call 2"), std::string::npos) << detail;
  EXPECT_NE(detail.find("second run: test logs call 3"), std::string::npos) << detail;
  EXPECT_NE(detail.find("explore_test.cc"), std::string::npos) << detail;
}

TEST(Explore, AThousandBlockedTasksHaveAReport) {
  const Report report = explore(
      [] {
        for (int i = 0; i < 1000; ++i) spawn("waiter", wait_for_ever);
        receive<Token>();
      },
      quiet(1));
  ASSERT_EQ(report.failures.size(), 1u);
  const std::string& detail = report.failures[0].failure.detail;
  EXPECT_NE(detail.find("\nwaiter, waiter#2, waiter#3, waiter#4 and 996 more wait in receive at explore_test.cc:"),
            std::string::npos)
      << detail;
  EXPECT_NE(detail.find("  at wait_for_ever  explore_test.cc:"), std::string::npos) << detail;
}

// First when it is sent, which is not yet what is tested here.
struct SlowWhenPrintedAgain {
  friend std::ostream& operator<<(std::ostream& out, const SlowWhenPrintedAgain&) {
    static int times = 0;
    if (++times > 1) poll(nullptr, 0, 900);
    return out << "slow";
  }
};

TEST(Explore, WhatHasFailedMayTakeItsTimeToSayWhy) {
  Options options = quiet(1);
  options.stuck = std::chrono::milliseconds(400);
  const Report report = explore(
      [] {
        send(self(), SlowWhenPrintedAgain{});
        receive<Token>();
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].replays, 3u);
  const std::string& detail = report.failures[0].failure.detail;
  EXPECT_NE(detail.find("mailbox holds 1: slow"), std::string::npos) << detail;
}

TEST(Explore, InProcessesOfTheirOwnRunsAreAlikeWhateverTheyChange) {
  Options options = quiet(3);
  options.check_determinism = true;
  options.isolate = true;
  static int calls;
  calls = 0;
  const auto count = [] { log("call {}", ++calls); };
  for (const bool here : {false, true}) {
    options.in_process = here;
    const Report report = explore(count, options);
    EXPECT_TRUE(report.ok()) << report;
  }
}

TEST(Explore, AnIsolatedTrialThatDiesLeavesItsSchedule) {
  Options options = quiet(50);
  options.isolate = true;
  options.strategy = "pos+";
  for (const bool here : {false, true}) {
    options.in_process = here;
    const Report report = explore(
        [] {
          const Pid test = self();
          for (int i = 0; i < 2; ++i) spawn("sender", [=] { send(test, i); });
          if (receive<int>() == 1) std::abort();
        },
        options);
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.failures[0].failure.kind, FailureKind::crash) << report;
    EXPECT_EQ(report.failures[0].replays, 3u);
  }
}

TEST(Explore, RefusesWhatCannotBeDone) {
  Options options = quiet(3);
  options.max_failures = 0;
  EXPECT_EQ(explore(clean, options).error, "max_failures is 0: at least one failure has to be kept");
  options = quiet(3);
  options.verify = true;
  options.search = "grpah";
  EXPECT_EQ(explore(clean, options).error, "no search named 'grpah'; there are auto, graph, sequence and states");
  options.search = "auto";
  options.isolate = true;
  EXPECT_EQ(explore(clean, options).error,
            "verify and isolate cannot be combined: a search remembers what it has seen, and does so in one process");
}

TEST(Explore, ReplaySaysWhereItDeparts) {
  const Report report = explore(order_bug, quiet(10'000));
  ASSERT_EQ(report.failures.size(), 1u);
  const Report other = replay(
      [] {
        is_alive(self());
        clean();
      },
      report.failures[0].schedule, quiet(1), report.failures[0].decisions);
  EXPECT_FALSE(other.departed.empty());
  EXPECT_NE(other.departed.find("decision"), std::string::npos) << other.departed;
}

TEST(Orders, CountsDistinctAndSeenOnce) {
  Orders orders(1024);
  for (std::uint64_t i = 0; i < 100; ++i) orders.add(i);
  for (std::uint64_t i = 0; i < 40; ++i) orders.add(i);
  EXPECT_EQ(orders.distinct(), 100u);
  EXPECT_EQ(orders.seen_once(), 60u);
  EXPECT_FALSE(orders.full());
  for (std::uint64_t i = 0; i < 5000; ++i) orders.add(i);
  EXPECT_TRUE(orders.full());
}

}  // namespace
}  // namespace heddle
