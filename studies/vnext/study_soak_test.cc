// The fixed manager, for a hundred thousand trials of each clean case, and with every sampler.
#include <gtest/gtest.h>

#include "studies/support/expect.h"
#include "studies/vnext/harness.h"

namespace vnext {
namespace {

void expect_clean(const std::string& strategy, std::uint64_t trials) {
  for (const studies::Case& one : cases()) {
    if (one.bug) continue;
    heddle::Options options = one.options;
    options.strategy = strategy;
    options.trials = trials;
    options.seed = 1;
    options.save_to = "";
    SCOPED_TRACE(one.name + " " + strategy);
    studies::expect_clean(heddle::explore(one.test, options), trials);
  }
}

TEST(VnextSoak, TheFixedManagerIsClean) { expect_clean("portfolio", 100'000); }

TEST(VnextSoak, UnderEverySampler) {
  for (const char* strategy :
       {"rw", "pos", "pos*", "pos+", "pct:3", "pct:3+", "rapos", "urw", "surw", "delay:2", "sticky:0.9"})
    expect_clean(strategy, 10'000);
}

}  // namespace
}  // namespace vnext
