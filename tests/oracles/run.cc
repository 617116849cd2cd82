#include "tests/oracles/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "heddle/heddle.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 10'000'000;  // executions

Found by_sequences(const Program& program, const Settings& settings) {
  const Searched found = search_all(program, settings, kLimit);
  return {found.counts.executions, found.failures, found.counts.redundant, found.seen};
}

Found by_graphs(const Program& program, const Settings& settings) {
  const GraphSearched found = graph_search_all(program, settings, kLimit);
  return {found.counts.executions, found.failures, 0, found.seen, found.refused};
}

// Writes of equal values that commute, operations on several objects, locks, and what ends or cancels others.
std::set<std::string> refused_by_graphs() {
  return {"same writers in a table",
          "twice writers in a table",
          "conditional readers in a table",
          "careful readers in a table",
          "write and read in a table",
          "writing the same in a table",
          "lost update",
          "counting under a lock",
          "locking twice",
          "keeping a lock",
          "dining philosophers",
          "file system",
          "kill",
          "link",
          "relay is killed",
          "timer and cancel"};
}

}  // namespace

const std::vector<Algorithm>& algorithms() {
  static const std::vector<Algorithm> all = {
      {"Sequences", &by_sequences},
      {"Graphs", &by_graphs, refused_by_graphs()},
  };
  return all;
}

const std::vector<Oracle>& oracles() {
  static const std::vector<Oracle> all = [] {
    std::vector<Oracle> joined;
    for (const auto& part : {memory_oracles(), litmus_oracles(), message_oracles(), server_oracles(), lock_oracles(),
                             life_oracles(), corfu_oracles()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

std::string test_name(const Oracle& oracle) {
  std::string name = oracle.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

void expect_counts(const Oracle& oracle, const Algorithm& algorithm, bool quick) {
  for (const Count& count : oracle.counts) {
    if ((count.executions <= kQuick) != quick) continue;
    SCOPED_TRACE(fmt::format("{}, size {}", oracle.name, count.n));
    const Found found = algorithm.search(oracle.program(count.n), oracle.settings);
    EXPECT_EQ(!found.refused.empty(), algorithm.refuses.contains(oracle.name)) << found.refused;
    if (!found.refused.empty()) return;  // as it should
    EXPECT_EQ(found.executions, count.executions);
    EXPECT_EQ(found.failures, count.failures);
    EXPECT_EQ(found.redundant, 0u);
    EXPECT_EQ(found.seen.size(), count.executions) << "distinct classes";
  }
}

namespace {

// All executions of this size, or random ones; nothing if it is too large for either.
std::optional<Exploration> brute_force(const Oracle& oracle, int n) {
  constexpr std::uint64_t kEnumerated = 2'000'000;
  Settings settings = oracle.settings;
  settings.run_on = true;  // whole executions, as a search sees them
  if (n <= oracle.enumerate_to) {
    Exploration all = enumerate_some(oracle.program(n), settings, kEnumerated);
    EXPECT_LT(all.executions, kEnumerated) << "that was not all";
    return all;
  }
  for (const Sampled& sampled : oracle.sampled)
    if (sampled.n == n) return sample(oracle.program(n), sampled.trials, settings);
  return std::nullopt;
}

}  // namespace

void expect_same_by_brute_force(const Oracle& oracle) {
  for (const Count& count : oracle.counts) {
    SCOPED_TRACE(fmt::format("{}, size {}", oracle.name, count.n));
    const std::optional<Exploration> all = brute_force(oracle, count.n);
    if (!all) continue;
    EXPECT_EQ(all->classes(), count.executions);
    EXPECT_EQ(all->failed.size(), count.failures);
    if (oracle.telling) {
      EXPECT_EQ(all->outcomes.size(), all->classes());
    }
    if (!oracle.outcomes.empty()) {
      EXPECT_EQ(all->outcomes, oracle.outcomes);
    }
    for (const Algorithm& algorithm : algorithms()) {
      const Found found = algorithm.search(oracle.program(count.n), oracle.settings);
      if (!found.refused.empty()) continue;
      EXPECT_EQ(found.seen.size(), all->classes()) << algorithm.name;
      for (const auto& [order, times] : found.seen)
        EXPECT_TRUE(all->by_order.contains(order)) << algorithm.name << " saw a class that brute force did not";
    }
  }
}

namespace {

// Of the smallest of each there are more than a fast test can go through. Where tasks hardly meet, as in the first four, there are
// many more states than classes, and the search by states is not for them.
constexpr std::string_view kManyStates[] = {"indexer in a table",
                                            "indexer in cells",
                                            "file system",
                                            "file system with lock servers",
                                            "fib bench",
                                            "first 6 of many",
                                            "corfu middle12.conditional.cell.2w",
                                            "corfu middle12.none.keys.2w",
                                            "corfu middle12.conditional.keys.1w"};

}  // namespace

void expect_counts_by_states(const Oracle& oracle) {
  std::uint64_t compared = 0;
  for (const Count& count : oracle.counts) {
    SCOPED_TRACE(fmt::format("{}, size {}", oracle.name, count.n));
    const StatesSearched found = state_search_all(oracle.program(count.n), oracle.settings, kQuick);
    if (!found.finished) break;
    ++compared;
    EXPECT_GE(found.counts.executions, count.executions);
    EXPECT_GE(found.counts.failed, count.failures);
    if (!found.exact) continue;
    EXPECT_EQ(found.counts.executions, count.executions);
    EXPECT_EQ(found.counts.failed, count.failures);
  }
  EXPECT_EQ(compared == 0, std::ranges::find(kManyStates, oracle.name) != std::end(kManyStates));
}

void expect_verified(const Oracle& oracle) {
  const Count& count = oracle.counts.front();
  if (count.executions > kQuick) return;
  Options options;
  options.verify = true;
  options.keep_going = true;
  options.save_to = "";
  options.settings = oracle.settings;
  const Report report = explore(oracle.program(count.n), options);
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.ended, Ended::exhausted);
  EXPECT_EQ(report.trials, count.executions);
  EXPECT_EQ(report.distinct_orders, count.executions);
  EXPECT_EQ(report.redundant, 0u);
  EXPECT_EQ(report.failed_trials, count.failures);
  EXPECT_EQ(report.verified(), count.failures == 0);
}

}  // namespace heddle::testing
