// The fixed protocol, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/locks/scenario.h"
#include "studies/support/expect.h"

namespace locks {
namespace {

template <class Scenario>
void expect_clean() {
  for (const char* strategy : {"portfolio", "pos"}) {
    const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 7, .save_to = ""};
    studies::expect_clean(heddle::explore([] { run(Scenario{}); }, options), 100'000);
  }
}

TEST(LocksSoak, TheFixedProtocolIsClean) { expect_clean<ThreeClients>(); }

TEST(LocksSoak, TheFixedWatcherIsClean) { expect_clean<ServerRestart>(); }

}  // namespace
}  // namespace locks
