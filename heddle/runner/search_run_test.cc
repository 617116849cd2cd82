// Searches as explore() runs them: on several workers, interrupted, killed, gone on with, handed over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/trial.h"
#include "heddle/heddle.h"
#include "heddle/runner/progress.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

struct Number {
  int n;
};

// n! executions: whoever comes first is heard first.
std::function<void()> any(int n) {
  return [n] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < n; ++i) receive<Number>();
  };
}
// The same, but one order fails.
std::function<void()> any_but_one(int n) {
  return [n] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    std::string heard;
    for (int i = 0; i < n; ++i) heard += static_cast<char>('0' + receive<Number>().n);
    check(heard != std::string_view("76324150").substr(8 - static_cast<std::size_t>(n)), "they came as {}", heard);
  };
}
// Enough to be interrupted. AddressSanitizer makes each ten times as slow.
#if defined(HEDDLE_ASAN)
constexpr int kMany = 7;
constexpr std::uint64_t kManyExecutions = 5'040;
#else
constexpr int kMany = 8;
constexpr std::uint64_t kManyExecutions = 40'320;
#endif

// Remembers what it was told.
class Listener final : public Progress {
 public:
  void update(const Snapshot& now) override {
    if (!now.expected.known()) return;
    last = now.expected;
    EXPECT_GT(now.expected.executions, static_cast<double>(now.trials));
    EXPECT_GE(now.expected.low, static_cast<double>(now.trials));
  }
  Expected last;
};

class SearchRun : public ::testing::Test {
 protected:
  SearchRun() {
    folder_ = std::filesystem::temp_directory_path() / ("heddle_search_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    options_.name = "any";
    options_.verify = true;
    options_.workers = 2;
    options_.save_to = folder_.string();
  }
  ~SearchRun() override { std::filesystem::remove_all(folder_); }

  std::string checkpoint() const { return (folder_ / "any.checkpoint").string(); }

  std::filesystem::path folder_;
  Options options_;
  Listener listener_;
};

TEST_F(SearchRun, SeveralWorkersShareIt) {
  for (unsigned workers : {1u, 2u, 5u}) {
    options_.workers = workers;
    const Report report = explore(any(6), options_);
    EXPECT_TRUE(report.verified());
    EXPECT_EQ(report.search, "graph");
    EXPECT_EQ(report.trials, 720u);
    EXPECT_EQ(report.distinct_orders, 720u);
  }
}

TEST_F(SearchRun, GoesOnWhereItWasInterrupted) {
  options_.time = 30ms;
  Report report = explore(any(kMany), options_);
  int parts = 1;
  for (; report.ended == Ended::time && parts < 1'000; ++parts) {
    ASSERT_EQ(report.checkpoint, checkpoint());
    ASSERT_FALSE(report.verified());
    options_.resume = report.checkpoint;
    report = explore(any(kMany), options_);
  }
  EXPECT_GT(parts, 1);
  EXPECT_TRUE(report.verified());
  EXPECT_EQ(report.trials, kManyExecutions);
  EXPECT_FALSE(std::filesystem::exists(checkpoint())) << "nothing is left to go on with";
}

TEST_F(SearchRun, GoesOnAfterSigkill) {
  options_.save_every = 20ms;
  const pid_t child = fork();
  if (child == 0) {
    explore(any(kMany + 1), options_);  // far more than it gets to
    _exit(0);
  }
  while (!std::filesystem::exists(checkpoint())) std::this_thread::sleep_for(1ms);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  options_.resume = checkpoint();
  options_.time = 1ms;
  const Report report = explore(any(kMany + 1), options_);
  EXPECT_EQ(report.error, "");
  EXPECT_GT(report.trials, 0u);
  EXPECT_EQ(report.ended, Ended::time);
}

TEST_F(SearchRun, RefusesADamagedCheckpointAndLeavesIt) {
  std::ofstream(checkpoint()) << "heddle checkpoint 1\nbut no more";
  options_.resume = checkpoint();
  const Report report = explore(any(3), options_);
  EXPECT_THAT(report.error, HasSubstr("is not a whole checkpoint"));
  EXPECT_EQ(std::filesystem::file_size(checkpoint()), 31u);
}

// How much there is, is asked in a process of its own, so that nothing comes out otherwise.
TEST_F(SearchRun, IsForetoldWhileSomebodyWatches) {
  options_.progress = &listener_;
  for (unsigned workers : {1u, 2u}) {
    listener_.last = {};
    options_.workers = workers;
    const Report report = explore(any(kMany + 1), options_);
    constexpr std::uint64_t kExecutions = (kMany + 1) * kManyExecutions;
    EXPECT_TRUE(report.verified());
    EXPECT_EQ(report.trials, kExecutions);
    EXPECT_EQ(report.distinct_orders, kExecutions);
    if (!listener_.last.known()) continue;  // it was over too soon for that
    EXPECT_GT(listener_.last.executions, kExecutions / 3);
    EXPECT_LT(listener_.last.executions, kExecutions * 3);
  }
}

TEST_F(SearchRun, NobodyForetellsIfNobodyWatches) {
  options_.time = 800ms;
  const Report report = explore(any(10), options_);
  EXPECT_EQ(report.ended, Ended::time);
  EXPECT_FALSE(report.expected.known());
}

TEST_F(SearchRun, WhatGraphsCannotExpressGoesToSequences) {
  const auto ends_another = [] { exit(spawn("actor", [] {}), kKill); };
  const Report report = explore(ends_another, options_);
  EXPECT_TRUE(report.verified());
  EXPECT_EQ(report.search, "sequence");
  EXPECT_EQ(report.trials, 2u);
  EXPECT_NE(report.refused, "");
  options_.search = "graph";
  EXPECT_THAT(explore(ends_another, options_).error, HasSubstr("graphs cannot express it: "));
}

constexpr OperationKind kCountUp{"count up", kFixed};

// Nobody can tell in which order it was counted up, which the accesses do not say.
class Tally final : public ObjectKind {
 public:
  std::string describe(ObjectId) const override { return "tally"; }
  bool commute(const Event&, const Touch&, const Event&, const Touch&) const override { return true; }
  bool goes_by_access() const override { return false; }
};

TEST_F(SearchRun, ObjectsThatKnowWhatCommutesGoToSequences) {
  const Tally kind;
  const auto counts = [&kind] {
    const ObjectId tally = Trial::current().make_object(kind);
    for (int i = 0; i < 3; ++i)
      spawn("counter", [tally] {
        Trial& trial = Trial::current();
        if (trial.schedule({&kCountUp, tally, Access::update, {}})) trial.touch(tally, Access::update);
      });
  };
  const Report report = explore(counts, options_);
  EXPECT_TRUE(report.verified());
  EXPECT_EQ(report.search, "sequence");
  EXPECT_EQ(report.trials, 1u);
}

TEST_F(SearchRun, ALimitOfExecutionsSavesWhatIsLeft) {
  options_.trials = 700;
  Report report = explore(any(6), options_);
  EXPECT_EQ(report.trials, 700u);
  EXPECT_EQ(report.ended, Ended::trials);
  ASSERT_EQ(report.checkpoint, checkpoint());
  options_.resume = report.checkpoint;
  report = explore(any(6), options_);
  EXPECT_TRUE(report.verified()) << report;
  EXPECT_EQ(report.trials, 720u);
}

TEST_F(SearchRun, TheUsualNumberOfTrialsIsALimitIfSomebodyAsksForIt) {
  const std::uint64_t usual = options_.trials;
  EXPECT_EQ(explore(any(8), options_).trials, 40'320u);
  options_.trials_given = true;
  EXPECT_EQ(explore(any(8), options_).trials, usual);
}

TEST_F(SearchRun, ALimitThatIsJustEnoughIsNone) {
  options_.trials = 720;
  const Report report = explore(any(6), options_);
  EXPECT_TRUE(report.verified()) << report;
  EXPECT_FALSE(std::filesystem::exists(checkpoint()));
  options_.save_to = "";
  EXPECT_TRUE(explore(any(6), options_).verified());
  options_.trials = 719;
  EXPECT_FALSE(explore(any(6), options_).verified());
}

TEST_F(SearchRun, AnEarlierCheckpointStays) {
  std::ofstream(checkpoint()) << "of another search";
  options_.trials = 10;
  const Report report = explore(any(6), options_);
  EXPECT_EQ(report.checkpoint, (folder_ / "any.2.checkpoint").string());
  EXPECT_EQ(report.checkpoint_beside, checkpoint());
  EXPECT_EQ(std::filesystem::file_size(checkpoint()), 17u);
}

// What was found before is not forgotten, nor that it was found.
TEST_F(SearchRun, GoesOnWithTheFailuresOfBefore) {
  options_.keep_going = true;
  options_.workers = 1;
  options_.trials = 1'000;
  Report report = explore(any_but_one(kMany), options_);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const FoundFailure before = report.failures[0];
  for (int parts = 1; !report.checkpoint.empty() && parts < 100; ++parts) {
    options_.resume = report.checkpoint;
    report = explore(any_but_one(kMany), options_);
    ASSERT_EQ(report.failures.size(), 1u) << report;
  }
  EXPECT_EQ(report.ended, Ended::exhausted);
  EXPECT_EQ(report.trials, kManyExecutions);
  EXPECT_EQ(report.failed_trials, 1u);
  EXPECT_FALSE(report.ok());
  EXPECT_FALSE(report.verified());
  const FoundFailure& found = report.failures[0];
  EXPECT_TRUE(found.failure.same_as(before.failure));
  EXPECT_EQ(found.schedule, before.schedule);
  EXPECT_EQ(found.after_trials, before.after_trials);
  EXPECT_EQ(found.replays, 3u);
  EXPECT_TRUE(std::filesystem::exists(found.schedule_file));
}

TEST_F(SearchRun, CountsWhatWasDoneBeforeAFailure) {
  options_.workers = 1;
  options_.trials = 1;
  const Report first = explore(any_but_one(kMany), options_);
  ASSERT_TRUE(first.failures.empty()) << first;
  options_.trials = 0;
  const Report whole = explore(any_but_one(kMany), options_);
  options_.resume = first.checkpoint;
  const Report rest = explore(any_but_one(kMany), options_);
  ASSERT_EQ(whole.failures.size(), 1u);
  ASSERT_EQ(rest.failures.size(), 1u);
  EXPECT_EQ(rest.failures[0].after_trials, whole.failures[0].after_trials);
  EXPECT_TRUE(std::filesystem::exists(first.checkpoint)) << "somebody may want to go on after the failure";
}

// Somebody kills a worker, such as the system when it runs out of memory: that says nothing about the test.
TEST_F(SearchRun, AKilledWorkerIsNoFailureAndLosesNothing) {
  options_.save_every = 20ms;
  const auto many_or_killed = [&] {
    if (std::filesystem::exists(checkpoint()) && std::filesystem::exists(folder_ / "kill") &&
        std::filesystem::remove(folder_ / "kill"))
      raise(SIGKILL);
    any(kMany + 1)();
  };
  std::ofstream(folder_ / "kill") << "once";
  Report report = explore(many_or_killed, options_);
  EXPECT_TRUE(report.failures.empty());
  EXPECT_EQ(report.failed_trials, 0u);
  EXPECT_FALSE(report.ok());
  EXPECT_THAT(report.error, HasSubstr("a worker was killed (signal 9)"));
  EXPECT_THAT(report.error, HasSubstr("go on with --resume=" + checkpoint()));
  options_.resume = checkpoint();
  options_.trials = 100;
  report = explore(many_or_killed, options_);
  EXPECT_EQ(report.error, "");
  EXPECT_GT(report.trials, 100u);
}

TEST_F(SearchRun, WhoKillsHimselfFails) {
  const Report report = explore([] { raise(SIGKILL); }, options_);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::crash);
}

TEST_F(SearchRun, TheFirstFailureEndsIt) {
  const auto fails = [] {
    const Pid test = self();
    for (int i = 0; i < 4; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < 4; ++i)
      if (receive<Number>().n == 3 && i == 0) fail("the last came first");
  };
  const Report report = explore(fails, options_);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].replays, 3u);
  options_.keep_going = true;
  const Report all = explore(fails, options_);
  EXPECT_EQ(all.ended, Ended::exhausted);
  EXPECT_EQ(all.trials, 19u);  // of the 24 orders, those 6 are one: nothing is heard after the failure
  EXPECT_EQ(all.failed_trials, 1u);
}

// By graphs, two updates that saw the same take a run that only asks which of them comes first.
TEST_F(SearchRun, CountsEachFailingExecutionOnce) {
  const auto fails_if = [](auto wrong) {
    return [wrong] {
      Table<int, int> rows("rows");
      for (int i = 0; i < 2; ++i) spawn([=]() mutable { rows.insert_new(0, i); });
      if (wrong(rows.lookup(0))) fail("wrong");
    };
  };
  options_.keep_going = true;
  options_.workers = 1;
  for (const char* search : {"graph", "sequence"}) {
    options_.search = search;
    const auto failed = [&](auto wrong) {
      const Report report = explore(fails_if(wrong), options_);
      EXPECT_EQ(report.trials, 4u) << search;
      EXPECT_EQ(report.failures.size(), 1u) << search;
      EXPECT_EQ(report.failures[0].count, report.failed_trials) << search;
      return report.failed_trials;
    };
    EXPECT_EQ(failed([](std::optional<int> seen) { return seen == 0; }), 1u);
    EXPECT_EQ(failed([](std::optional<int> seen) { return !seen; }), 2u);
    EXPECT_EQ(failed([](std::optional<int>) { return true; }), 4u);
  }
}

// Such a run may be the only one there is time for.
TEST_F(SearchRun, TellsAFailureThatIsCountedLater) {
  const auto fails = [] {
    Table<int, int> rows("rows");
    for (int i = 0; i < 2; ++i) spawn([=]() mutable { rows.insert_new(0, i); });
    check(rows.lookup(0) != 1, "wrong");
  };
  options_.keep_going = true;
  options_.workers = 1;
  for (options_.trials = 1; options_.trials < 4; ++options_.trials) {
    const Report report = explore(fails, options_);
    EXPECT_EQ(report.failed(), !report.failures.empty());
    EXPECT_EQ(report.failed_trials, report.failures.size());
    EXPECT_EQ(report.failures.size(), options_.trials == 3 ? 1u : report.failed_trials);
  }
}

}  // namespace
}  // namespace heddle
