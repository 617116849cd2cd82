// Rows of the paper's tables that take minutes here, where they took the paper days.
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "studies/corfu/paper.h"

namespace corfu {
namespace {

class PaperWithoutObservers : public testing::TestWithParam<std::string> {};

TEST_P(PaperWithoutObservers, TheFirstBugComesWhenThePapersDoes) {
  for (const PaperTable& table : paper_tables())
    for (const PaperRow& row : table.rows) {
      if (table.name != "table 2" || row.name != GetParam()) continue;
      const heddle::Report report = heddle::explore([&] { run(row.search.scenario); }, options_of(row.search));
      EXPECT_FALSE(report.ok()) << report;
      EXPECT_EQ(report.trials, row.paper->executions);
      EXPECT_EQ(report.redundant, 0u);
      return;
    }
  FAIL() << "there is no such row";
}

INSTANTIATE_TEST_SUITE_P(Table2, PaperWithoutObservers, testing::Values("none of them", "two keys"),
                         [](const auto& of) { return of.param == "two keys" ? "two_keys" : "none_of_them"; });

}  // namespace
}  // namespace corfu
