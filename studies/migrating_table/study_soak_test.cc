// The table without mistakes, and with the one that does no harm: a million trials. The mistakes with the paper's
// inputs.
#include <gtest/gtest.h>

#include "studies/migrating_table/harness.h"
#include "studies/support/expect.h"

namespace migrating {
namespace {

void expect_clean(const Scenario& scenario) {
  studies::expect_clean(heddle::explore([scenario] { run(scenario); }, {.trials = 1'000'000, .seed = 1, .save_to = ""}),
                        1'000'000);
}

TEST(MigratingTableSoak, TheFixedTableIsClean) { expect_clean({}); }

TEST(MigratingTableSoak, TheFixedTableIsCleanUnderThePapersWorkload) { expect_clean({.style = Style::papers}); }

TEST(MigratingTableSoak, AStreamThatForgetsItsNewStateDoesNoHarm) {
  expect_clean({.mistakes = {.query_streamed_save_new_config = true}});
}

TEST(MigratingTableSoak, ThePapersInputsShowAllMistakesButTheOneThatNeedsAnEmptyTable) {
  for (const studies::Case& one : papers_cases()) {
    if (!one.bug) continue;
    const heddle::Report report = heddle::explore(one.test, {.trials = 200'000, .seed = 1, .save_to = ""});
    EXPECT_EQ(report.ok(), one.name == "migrating.papers.insert_behind_migrator") << one.name << report;
  }
}

}  // namespace
}  // namespace migrating
