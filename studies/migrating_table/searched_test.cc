// What is found by the search for an order alone.
#include "studies/migrating_table/searched.h"

#include <gtest/gtest.h>

namespace migrating {
namespace {

heddle::Report explored(const Mistakes& mistakes, std::uint64_t trials) {
  return heddle::explore([mistakes] { run_searched({.mistakes = mistakes}); },
                         {.trials = trials, .seed = 1, .workers = 1, .save_to = ""});
}

TEST(Searched, WithoutMistakesThereIsAnOrder) {
  const heddle::Report report = explored({}, 5'000);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, 5'000u);
}

TEST(Searched, MistakesThatShowWithoutETagsAreFound) {
  for (const Mistakes& mistakes :
       {Mistakes{.query_atomic_filter_shadowing = true}, Mistakes{.ensure_partition_switched_from_populated = true},
        Mistakes{.migrate_skip_prefer_old = true}, Mistakes{.migrate_skip_use_new_with_tombstones = true},
        Mistakes{.insert_behind_migrator = true}}) {
    const heddle::Report report = explored(mistakes, 50'000);
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.failures[0].failure.kind, heddle::FailureKind::linearizability) << report;
    EXPECT_EQ(report.failures[0].replays, report.failures[0].attempts);
  }
}

}  // namespace
}  // namespace migrating
