// Tests that cannot be searched: they do not do the same each time, or have no end. Both searches say so, and where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/heddle.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

struct Number {
  int n;
};

Options verify(const char* search = "auto") {
  Options options;
  options.verify = true;
  options.search = search;
  options.workers = 1;
  options.save_to = "";
  options.time = 60s;
  return options;
}

// Three senders, but in one run there are two.
std::function<void()> once_another(int odd_run) {
  return [odd_run, runs = 0]() mutable {
    const int senders = ++runs == odd_run ? 2 : 3;
    const Pid test = self();
    for (int i = 0; i < senders; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < 3; ++i) receive<Number>(1s);
  };
}

// Writes somewhere else in every third run.
std::function<void()> elsewhere_at_times() {
  return [runs = 0]() mutable {
    const int away = ++runs % 3 == 0;
    const Table<int, int> table{"table"};
    for (int i = 0; i < 2; ++i) spawn("writer", [=] { table.insert(i + away, 1); });
    table.lookup(0);
    table.lookup(1);
  };
}

TEST(NotDeterministic, IsNoticedByGraphsAndNamed) {
  for (const auto& test : {once_another(4), elsewhere_at_times()}) {
    const Report report = explore(test, verify());
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.search, "graph");
    const Failure& failure = report.failures[0].failure;
    EXPECT_EQ(failure.kind, FailureKind::nondeterminism);
    EXPECT_THAT(failure.message, HasSubstr("given the same answers twice, it went two ways at step "));
    EXPECT_THAT(failure.message, HasSubstr(" at search_trouble_test.cc:"));
    EXPECT_THAT(failure.message, HasSubstr("--check-determinism"));
    EXPECT_EQ(failure.file, "search_trouble_test.cc");
    EXPECT_FALSE(failure.task.empty());
  }
}

TEST(NotDeterministic, EndsASearchThatWouldKeepGoing) {
  Options options = verify();
  options.keep_going = true;
  const Report report = explore(elsewhere_at_times(), options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.ended, Ended::failure);
}

TEST(NotDeterministic, IsNoticedBySequencesAndNamed) {
  const Report report = explore(once_another(4), verify("sequence"));
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const Failure& failure = report.failures[0].failure;
  EXPECT_EQ(failure.kind, FailureKind::nondeterminism);
  EXPECT_THAT(failure.message, HasSubstr("at execution 4, step "));
  EXPECT_THAT(failure.message, HasSubstr("of sender"));
}

void waits_for_a_row() {
  const Table<int, int> table{"table"};
  spawn("writer", [table] { table.insert(0, 1); });
  while (!table.lookup(0)) {
  }
}

void polls_its_mailbox() {
  const Pid test = self();
  spawn("sender", [test] { send(test, Number{1}); });
  while (!receive<Number>(0s)) {
  }
}

void spin_lock() {
  const SharedRegister<int> lock{"lock", 0};
  for (int i = 0; i < 2; ++i)
    spawn("user", [lock] {
      while (!lock.compare_and_set(0, 1)) {
      }
      lock.set(0);
    });
}

void asks_until_told_otherwise() {
  const Table<int, int> table{"table"};
  while (fault()) table.insert(0, 1);
}

// Each execution ends, but there is no end of them.
TEST(NoEnd, LoopsAreNamed) {
  for (const auto test : {waits_for_a_row, polls_its_mailbox, spin_lock, asks_until_told_otherwise}) {
    Options options = verify();
    options.settings.max_steps = 10'000;
    const Report report = explore(test, options);
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.failures[0].failure.kind, FailureKind::step_limit) << report;
    EXPECT_THAT(report.failures[0].failure.message, HasSubstr(", last at search_trouble_test.cc:"));
    EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--max-steps"));
    EXPECT_EQ(report.failures[0].replays, 3u);
  }
}

TEST(NoEnd, LoopsOfFaultsAreNamed) {
  Options options = verify();
  options.settings.max_steps = 10'000;
  const Report report = explore(
      [] {
        while (fault()) {
        }
      },
      options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::step_limit) << report;
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr(", last at search_trouble_test.cc:"));
  EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--bound-faults"));
}

// Nor does an execution end if there is no operation between two choices.
TEST(NoEnd, ChoicesAloneAreNamed) {
  const auto test = [] {
    while (choose(2) < 2) {
    }
  };
  for (const bool searched : {false, true}) {
    Options options;
    if (searched) options = verify("sequence");
    options.save_to = "";
    options.settings.max_steps = 1'000;
    const Report report = explore(test, options);
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.failures[0].failure.kind, FailureKind::step_limit) << report;
    EXPECT_THAT(report.failures[0].failure.message, HasSubstr("no end after 10000 choices without an operation between them"));
    EXPECT_EQ(report.failures[0].replays, 3u);
  }
}

// Long, but not without end.
TEST(NoEnd, IsNotSaidOfLoopsThatEnd) {
  const Report report = explore(
      [] {
        const Table<int, int> table{"table"};
        spawn("writer", [table] { table.insert(0, 1); });
        for (int i = 0; i < 300 && !table.lookup(0); ++i) {
        }
      },
      verify());
  EXPECT_TRUE(report.verified()) << report;
  EXPECT_EQ(report.search, "graph");
  EXPECT_EQ(report.trials, 301u);
}

}  // namespace
}  // namespace heddle
