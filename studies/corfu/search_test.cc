// The model under exhaustive search, against counts of executions by Concuerror with optimal reduction. Without
// observers, when every pair of requests to a server counts as ordered, told apart or not, they are those of the paper;
// with observers, which have changed since, those of version 0.21 on the same model. (Counts of all executions with
// observers stand in tests/oracles.) Even the first failure comes after as many executions: the order of the search is
// the same, too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "studies/corfu/paper.h"
#include "studies/corfu/scenario.h"

namespace corfu {
namespace {

struct Expected {
  Scenario scenario;
  std::uint64_t executions;
  std::uint64_t failures = 0;
};

std::ostream& operator<<(std::ostream& out, const Expected& expected) { return out << name_of(expected.scenario); }

class WithoutObservers : public ::testing::TestWithParam<Expected> {};

TEST_P(WithoutObservers, CountsWhatWasPublished) {
  heddle::Options options;
  options.verify = true;
  options.keep_going = true;
  options.save_to = "";
  options.scope.observers = heddle::Observers::off;
  const heddle::Report report = heddle::explore([] { run(GetParam().scenario); }, options);
  EXPECT_EQ(report.ended, heddle::Ended::exhausted);
  EXPECT_EQ(report.trials, GetParam().executions);
  EXPECT_EQ(report.redundant, 0u);
  EXPECT_EQ(report.failed_trials, GetParam().failures);
}

constexpr auto kNone = Reader::none, kConditional = Reader::conditional;
constexpr auto kCell = LayoutKind::cell, kServer = LayoutKind::server;

INSTANTIATE_TEST_SUITE_P(Published, WithoutObservers,
                         ::testing::Values(Expected{{Method::middle_12, kConditional, kCell, 0}, 44},
                                           Expected{{Method::middle_12, kConditional, kServer, 0}, 44},
                                           Expected{{Method::middle_12, kNone, kCell, 1}, 112},
                                           Expected{{Method::middle_12, kNone, kServer, 1}, 112},
                                           Expected{{Method::middle_23, kNone, kCell, 1}, 142},
                                           Expected{{Method::head, kNone, kCell, 1}, 188, 16},
                                           Expected{{Method::tail, kNone, kCell, 1}, 612}));

// Each state once, and as many executions as ever. (Of such small scenarios there are more states than executions.)
TEST(ByStates, CountsWhatGraphsCount) {
  heddle::Options options;
  options.verify = true;
  options.save_to = "";
  const Scenario scenarios[] = {{Method::middle_12, kNone, kCell, 2}, {Method::middle_12, kConditional, kCell, 1}};
  for (const Scenario& scenario : scenarios) {
    options.search = "graph";
    const heddle::Report graphs = heddle::explore([&] { run(scenario); }, options);
    options.search = "states";
    const heddle::Report states = heddle::explore([&] { run(scenario); }, options);
    EXPECT_TRUE(states.verified()) << states;
    EXPECT_FALSE(states.at_most);
    EXPECT_EQ(states.trials, graphs.trials);
    EXPECT_GT(states.states, 0u);
  }
}

// Rows of a few thousand executions; search_soak_test.cc has the others.
TEST(PaperWithoutObservers, TheFirstBugComesWhenThePapersDoes) {
  int rows = 0;
  for (const PaperTable& table : paper_tables())
    for (const PaperRow& row : table.rows) {
      if (row.search.observers == heddle::Observers::on || row.paper->executions > 10'000) continue;
      const heddle::Report report = heddle::explore([&] { run(row.search.scenario); }, options_of(row.search));
      EXPECT_EQ(report.trials, row.paper->executions) << table.name << ": " << row.name;
      EXPECT_EQ(!report.ok(), row.paper->bug) << table.name << ": " << row.name;
      EXPECT_EQ(report.redundant, 0u);
      ++rows;
    }
  EXPECT_EQ(rows, 6);
}

TEST(WithObservers, TheFirstBugComesWhenConcuerrorsDoes) {
  constexpr auto kTwice = Reader::twice;
  constexpr auto kKeys = LayoutKind::keys;
  for (const Expected& expected :
       {Expected{{Method::tail, kConditional, kServer, 2}, 229},
        Expected{{Method::tail, kConditional, kServer, 1}, 229}, Expected{{Method::tail, kConditional, kCell, 2}, 306},
        Expected{{Method::tail, kConditional, kCell, 1}, 306}, Expected{{Method::tail, kConditional, kKeys, 2}, 412},
        Expected{{Method::head, kTwice, kServer, 2}, 38}, Expected{{Method::head, kConditional, kServer, 2}, 23},
        Expected{{Method::head, kConditional, kCell, 2}, 11}, Expected{{Method::head, kConditional, kCell, 1}, 11},
        Expected{{Method::head, kNone, kServer, 2}, 23}, Expected{{Method::head, kNone, kCell, 2}, 11}}) {
    const heddle::Report report = heddle::explore([&] { run(expected.scenario); },
                                                  options_of({.scenario = expected.scenario, .kind = "sequence"}));
    EXPECT_FALSE(report.ok()) << expected;
    EXPECT_EQ(report.trials, expected.executions) << expected;
    EXPECT_EQ(report.redundant, 0u);
  }
}

struct Series {
  Scenario scenario;
  std::vector<std::uint64_t> executions;        // within bound 0, 1, 2, ...
  std::uint64_t bug_from = heddle::kUnbounded;  // the bound within which there is one: up to there
};

TEST(WithObservers, BoundsAllowWhatConcuerrorsDo) {
  constexpr auto kTwice = Reader::twice;
  for (const Series& series : {Series{{Method::tail, kTwice, kServer, 2}, {1, 6, 24, 118, 645}},
                               Series{{Method::tail, kConditional, kCell, 2}, {1, 5, 25, 111, 460}},
                               Series{{Method::head, kTwice, kServer, 2}, {1, 6, 28, 119, 32}, 3},
                               Series{{Method::head, kConditional, kCell, 2}, {1, 5, 7, 10, 11}, 2},
                               Series{{Method::middle_12, kTwice, kServer, 2}, {1, 5, 21, 79, 233}},
                               Series{{Method::middle_12, kConditional, kCell, 2}, {1, 8, 31, 87, 205}},
                               Series{{Method::middle_23, kConditional, kCell, 2}, {1, 5, 23, 98, 339}}})
    for (std::uint64_t bound = 0; bound < series.executions.size(); ++bound) {
      SCOPED_TRACE(fmt::format("{} within bound {}", name_of(series.scenario), bound));
      heddle::Options options = options_of({.scenario = series.scenario, .bound = bound, .kind = "sequence"});
      options.deepen = false;
      const heddle::Report report = heddle::explore([&] { run(series.scenario); }, options);
      EXPECT_EQ(report.trials, series.executions[bound]);
      EXPECT_EQ(report.ok(), bound < series.bug_from);
      EXPECT_EQ(report.redundant, 0u);
    }
}

}  // namespace
}  // namespace corfu
