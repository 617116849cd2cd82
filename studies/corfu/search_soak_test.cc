// Rows of the paper's tables that take minutes here, where they took the paper days.
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "studies/corfu/paper.h"

namespace corfu {
namespace {

struct LongRow {
  std::string table, row;
  std::uint64_t executions;
};

std::ostream& operator<<(std::ostream& out, const LongRow& each) { return out << each.table << ": " << each.row; }

heddle::Report run_row(const LongRow& wanted) {
  for (const PaperTable& table : paper_tables())
    for (const PaperRow& row : table.rows)
      if (table.name == wanted.table && row.name == wanted.row)
        return heddle::explore([&] { run(row.search.scenario); }, options_of(row.search));
  throw std::runtime_error("there is no such row");
}

class PaperInFull : public testing::TestWithParam<LongRow> {};

TEST_P(PaperInFull, TakesThatManyExecutions) {
  const heddle::Report report = run_row(GetParam());
  EXPECT_EQ(report.trials, GetParam().executions);
  EXPECT_EQ(report.redundant, 0u);
  EXPECT_EQ(report.verified(), GetParam().table == "proofs") << report;
  EXPECT_EQ(!report.ok(), GetParam().table != "proofs") << report;
}

// Without observers, as many as in the paper. With them there is no published figure to compare: Concuerror's observers
// are others.
INSTANTIATE_TEST_SUITE_P(Rows, PaperInFull,
                         testing::Values(LongRow{"table 2", "none of them", 3'542'431},
                                         LongRow{"table 2", "two keys", 1'059'043},
                                         LongRow{"proofs", "conditional + one cell", 1'359'224},
                                         LongRow{"proofs", "conditional + two keys", 3'864'604},
                                         LongRow{"proofs", "initial model", 27'506'377'154}),
                         [](const auto& of) { return std::to_string(of.param.executions); });

}  // namespace
}  // namespace corfu
