// The fixed protocol, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/locks/scenario.h"

namespace locks {
namespace {

template <class Scenario>
void expect_clean() {
  for (const char* strategy : {"portfolio", "pos"}) {
    const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 7, .save_to = ""};
    const heddle::Report report = heddle::explore([] { run(Scenario{}); }, options);
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(report.trials, 100'000u);
  }
}

TEST(LocksSoak, TheFixedProtocolIsClean) { expect_clean<ThreeClients>(); }

TEST(LocksSoak, TheFixedWatcherIsClean) { expect_clean<ServerRestart>(); }

}  // namespace
}  // namespace locks
