// The model under exhaustive search without observers, against published counts of executions: Concuerror's, with optimal
// reduction. Every pair of requests to a server then counts as ordered, told apart or not. (Those with observers stand in
// tests/oracles.) Even the first failure comes after as many executions as in the paper: the order of the search is the
// same, too.
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

}  // namespace
}  // namespace corfu
