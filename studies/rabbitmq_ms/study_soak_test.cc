// Without the bug, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/rabbitmq_ms/scenario.h"

namespace rabbitmq_ms {
namespace {

TEST(RabbitmqMsSoak, IsCleanWithoutTheBug) {
  for (const char* strategy : {"portfolio", "pos+"}) {
    const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 1, .save_to = ""};
    const heddle::Report report = heddle::explore([] { join_and_leave({}); }, options);
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(report.trials, 100'000u);
  }
}

}  // namespace
}  // namespace rabbitmq_ms
