#include "heddle/runner/shared_tally.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>

namespace heddle {
namespace {

std::map<std::string, std::uint64_t> as_map(const SharedTally& tally) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [name, count] : tally.counts()) EXPECT_TRUE(counts.emplace(name, count).second) << name << " twice";
  return counts;
}

pid_t in_child(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  work();
  _exit(0);
}

void wait_for(pid_t child) {
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
}

TEST(SharedTally, AddsUpAndKeepsTheOrder) {
  SharedTally tally(true);
  EXPECT_TRUE(tally.counts().empty());
  tally.add("state\tB\tIdle", 0);
  tally.add("state\tA\tIdle", 2);
  tally.add("", 1);
  tally.add("state\tB\tIdle", 3);
  tally.add("state\tA\tIdle", 0);
  const auto counts = tally.counts();
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_EQ(counts[0].name, "state\tB\tIdle");
  EXPECT_EQ(counts[0].count, 3u);
  EXPECT_EQ(counts[1].name, "state\tA\tIdle");
  EXPECT_EQ(counts[1].count, 2u);
  EXPECT_EQ(counts[2].name, "");
  EXPECT_FALSE(tally.left_out());
}

// All add the same names, and each of them some of its own.
TEST(SharedTally, SeveralProcessesAddAtOnce) {
  constexpr int kProcesses = 6, kRounds = 200, kNames = 300;
  SharedTally tally(true);
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process)
    children.push_back(in_child([&] {
      for (int round = 0; round < kRounds; ++round)
        for (int i = 0; i < kNames; ++i) tally.add(fmt::format("shared {}", i), 1);
      for (int i = 0; i < kNames; ++i) tally.add(fmt::format("own {} {}", process, i), 7);
    }));
  for (const pid_t child : children) wait_for(child);
  const auto counts = as_map(tally);
  EXPECT_EQ(counts.size(), static_cast<std::size_t>(kNames + kProcesses * kNames));
  for (int i = 0; i < kNames; ++i)
    EXPECT_EQ(counts.at(fmt::format("shared {}", i)), static_cast<std::uint64_t>(kProcesses * kRounds));
  EXPECT_EQ(counts.at("own 5 299"), 7u);
  EXPECT_FALSE(tally.left_out());

  // What everybody adds in the same order stays in that order, whoever came first.
  std::vector<std::string> shared;
  for (const auto& [name, count] : tally.counts())
    if (name.starts_with("shared")) shared.push_back(name);
  for (int i = 0; i < kNames; ++i) EXPECT_EQ(shared[static_cast<std::size_t>(i)], fmt::format("shared {}", i));
}

TEST(SharedTally, OutlivesThoseWhoDie) {
  SharedTally tally(false);
  const pid_t child = in_child([&] {
    tally.add("before", 1);
    raise(SIGKILL);
  });
  wait_for(child);
  // Killed in the middle of adding, again and again: whatever is there is whole, and others go on.
  for (int i = 0; i < 50; ++i) {
    const pid_t busy = in_child([&] {
      for (int n = 0;; ++n) tally.add(fmt::format("busy {} {}", i, n % 20), 1);
    });
    usleep(static_cast<useconds_t>(200 + 37 * i));
    kill(busy, SIGKILL);
    wait_for(busy);
  }
  tally.add("after", 1);
  const auto counts = as_map(tally);
  EXPECT_EQ(counts.at("before"), 1u);
  EXPECT_EQ(counts.at("after"), 1u);
  for (const auto& [name, count] : counts)
    EXPECT_TRUE(name == "before" || name == "after" || name.starts_with("busy "));
}

TEST(SharedTally, SaysWhenItIsFull) {
  SharedTally tally(true, 16);
  for (int i = 0; i < 16; ++i) tally.add(fmt::format("name {}", i), 1);
  EXPECT_FALSE(tally.left_out());
  tally.add("one too many", 1);
  EXPECT_TRUE(tally.left_out());
  tally.add("name 3", 1);  // those that are there go on counting
  const auto counts = as_map(tally);
  EXPECT_EQ(counts.size(), 16u);
  EXPECT_EQ(counts.at("name 3"), 2u);

  SharedTally long_names(true);
  long_names.add(std::string(SharedTally::kLongestName, 'x'), 1);
  EXPECT_FALSE(long_names.left_out());
  long_names.add(std::string(SharedTally::kLongestName + 1, 'x'), 1);
  EXPECT_TRUE(long_names.left_out());
  EXPECT_EQ(long_names.counts().size(), 1u);
}

TEST(SharedTally, HoldsAsManyAsItSays) {
  SharedTally tally(true);
  for (std::size_t i = 0; i < SharedTally::kMostNames; ++i)
    tally.add(fmt::format("state\t{}\t{:05}", std::string(100, 'T'), i), 1);
  EXPECT_FALSE(tally.left_out());
  EXPECT_EQ(tally.counts().size(), SharedTally::kMostNames);
}

TEST(SharedTally, FullForSeveralProcesses) {
  SharedTally tally(true, 64);
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process)
    children.push_back(in_child([&] {
      for (int i = 0; i < 1'000; ++i) tally.add(fmt::format("{} {}", process, i), 1);
    }));
  for (const pid_t child : children) wait_for(child);
  EXPECT_TRUE(tally.left_out());
  const std::size_t kept = tally.counts().size();
  EXPECT_GE(kept, 64u);
  EXPECT_LE(kept, 64u + 3u);  // those who were about to add when it became full
}

TEST(SharedTally, TakesBackWhatATrialAdded) {
  SharedTally tally(true);
  tally.add("a", 5);
  tally.begin_trial();
  tally.add("a", 1);
  tally.add("a", 1);
  tally.add("b", 1);
  tally.take_back();
  EXPECT_EQ(as_map(tally), (std::map<std::string, std::uint64_t>{{"a", 5}, {"b", 0}}));
  tally.add("a", 1);
  tally.begin_trial();
  tally.add("b", 2);
  tally.take_back();
  EXPECT_EQ(as_map(tally), (std::map<std::string, std::uint64_t>{{"a", 6}, {"b", 0}}));
}

TEST(SharedTally, IsToldInTheReport) {
  SharedTally tally(true);
  tally.add("scenario\tLate", 12);
  tally.add("scenario\tEarly", 0);
  tally.add("state\tServer\tIdle", 3);
  Report report;
  tell(tally, 10, report);
  ASSERT_EQ(report.scenarios.size(), 2u);
  EXPECT_EQ(report.scenarios[0].name, "Early");
  EXPECT_EQ(report.scenarios[0].trials, 0u);
  EXPECT_EQ(report.scenarios[1].trials, 10u);  // never more than there were
  EXPECT_EQ(report.scenario_trials, 10u);
  EXPECT_TRUE(report.activity_asked);
  ASSERT_EQ(report.activity.types.size(), 1u);
  EXPECT_EQ(report.activity.types[0].states[0].count, 3u);
}

}  // namespace
}  // namespace heddle
