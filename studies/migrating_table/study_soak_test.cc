// The table without mistakes, and with the one that does no harm: a million trials.
#include <gtest/gtest.h>

#include "studies/migrating_table/harness.h"

namespace migrating {
namespace {

void expect_clean(const Scenario& scenario) {
  const heddle::Report report =
      heddle::explore([scenario] { run(scenario); }, {.trials = 1'000'000, .seed = 1, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, 1'000'000u);
}

TEST(MigratingTableSoak, TheFixedTableIsClean) { expect_clean({}); }

TEST(MigratingTableSoak, TheFixedTableIsCleanUnderThePapersWorkload) { expect_clean({.style = Style::papers}); }

TEST(MigratingTableSoak, AStreamThatForgetsItsNewStateDoesNoHarm) {
  expect_clean({.mistakes = {.query_streamed_save_new_config = true}});
}

}  // namespace
}  // namespace migrating
