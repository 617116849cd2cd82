// The fixed protocol, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/locks/scenario.h"

namespace locks {
namespace {

TEST(LocksSoak, TheFixedProtocolIsClean) {
  for (const char* strategy : {"portfolio", "pos"}) {
    const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 7, .save_to = ""};
    const heddle::Report report = heddle::explore([] { run(ThreeClients{}); }, options);
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(report.trials, 100'000u);
  }
}

}  // namespace
}  // namespace locks
