// Of this program's other tests none calls anything of the bridge to GoogleTest: it is only linked.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"

namespace heddle {
namespace {

Options quiet() {
  Options options;
  options.trials = 100;
  options.seed = 1;
  options.workers = 2;
  options.save_to = "";
  return options;
}

TEST(Expectations, OneThatFailsInATrialIsItsFailure) {
  const Report report = explore([] { EXPECT_EQ(1, 2) << "inside"; }, quiet());
  constexpr unsigned kLine = __LINE__ - 1;
  ASSERT_EQ(report.failures.size(), 1u);
  const FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, FailureKind::assertion);
  EXPECT_EQ(found.failure.message, "Expected equality of these values:\n  1\n  2\ninside");
  EXPECT_TRUE(found.failure.file.ends_with("gtest_expectations_test.cc")) << found.failure.file;
  EXPECT_EQ(found.failure.line, kLine);
  EXPECT_EQ(found.failure.task, "test");
  EXPECT_EQ(found.replays, 3u);
}

// ASSERT_... ends the actor's function, and nothing else goes on.
TEST(Expectations, AnActorsAssertionFailsInSomeOrders) {
  const auto test = [] {
    const Pid collector = spawn("collector", [] { ASSERT_NE(receive<int>(), 2); });
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(collector, i); });
  };
  const Report report = explore(test, quiet());
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.task, "collector");
  EXPECT_EQ(report.failures[0].replays, 3u);

  Options verify = quiet();
  verify.verify = verify.keep_going = true;
  const Report all = explore(test, verify);
  EXPECT_EQ(all.trials, 2u);
  EXPECT_EQ(all.failed_trials, 1u);
}

TEST(Expectations, ThoseThatHoldAreNone) {
  EXPECT_TRUE(explore([] { EXPECT_EQ(1, 1); }, quiet()).ok());
}

}  // namespace
}  // namespace heddle
