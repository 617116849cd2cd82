// The fixed server, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/replicated_storage/harness.h"

namespace storage {
namespace {

TEST(ReplicatedStorageSoak, TheFixedServerIsClean) {
  heddle::Options options{.trials = 100'000, .seed = 1, .save_to = ""};
  options.settings.endless = true;
  options.settings.max_steps = 20'000;
  options.settings.fair_after = 500;
  options.settings.time = heddle::TimeMode::any_time;
  const heddle::Report report = heddle::explore([] { run({}); }, options);
  EXPECT_TRUE(report.ok()) << report;
  EXPECT_EQ(report.trials, 100'000u);
}

}  // namespace
}  // namespace storage
