// Without the bug, for a hundred thousand trials.
#include <gtest/gtest.h>

#include "studies/rabbitmq_ms/scenario.h"
#include "studies/support/expect.h"

namespace rabbitmq_ms {
namespace {

TEST(RabbitmqMsSoak, IsCleanWithoutTheBug) {
  for (const char* strategy : {"portfolio", "pos+"}) {
    const heddle::Options options{.strategy = strategy, .trials = 100'000, .seed = 1, .save_to = ""};
    studies::expect_clean(heddle::explore([] { join_and_leave({}); }, options), 100'000);
  }
}

}  // namespace
}  // namespace rabbitmq_ms
