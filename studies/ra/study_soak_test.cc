// Without bugs, for a hundred thousand trials of each test.
#include <gtest/gtest.h>

#include "studies/ra/scenario.h"
#include "studies/support/expect.h"

namespace ra {
namespace {

TEST(RaSoak, IsCleanWithoutBugs) {
  for (const studies::Case& one : cases()) {
    if (one.bug) continue;
    for (const char* strategy : {"portfolio", "pos"}) {
      const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 7, .save_to = ""};
      studies::expect_clean(heddle::explore(one.test, options), 100'000);
    }
  }
}

}  // namespace
}  // namespace ra
