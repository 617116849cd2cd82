// One trial of more than a million operations: it is explored, fails at its end, and replays.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/runner/explore.h"
#include "heddle/runner/replay_file.h"
#include "heddle/spec/check.h"
#include "tests/support/run_program.h"

namespace heddle {
namespace {

constexpr int kRounds = 250'000;  // two players, two messages each: four operations

struct Ball {
  Pid from;
  int n;
};

// Two games at once, so that there is something to decide at every step.
void long_games() {
  const auto player = [] {
    for (;;) {
      const Ball ball = receive<Ball>();
      send(ball.from, Ball{self(), ball.n + 1});
    }
  };
  std::uint64_t mixed = 0;
  const Pid first = spawn("first", player), second = spawn("second", player);
  for (int i = 0; i < kRounds; ++i) {
    send(first, Ball{self(), 2 * i});
    send(second, Ball{self(), 2 * i + 1});
    for (int k = 0; k < 2; ++k) mixed = mixed * 31 + static_cast<std::uint64_t>(receive<Ball>().n);
  }
  fail("the answers came as {:x}", mixed);
}

class LongTrial : public testing::TestWithParam<std::string> {};

TEST_P(LongTrial, FailsAtItsEndAndReplays) {
  const TemporaryFolder folder;
  Options options;
  options.name = "Long.Games";
  options.strategy = GetParam();
  options.trials = 1;
  options.seed = 5;
  options.save_to = folder.path();
  options.settings.max_steps = 2'000'000;
  const Report report = explore(long_games, options);
  ASSERT_EQ(report.failures.size(), 1u);
  const FoundFailure& found = report.failures[0];
  EXPECT_GE(report.steps, 1'000'000u);
  EXPECT_GT(found.schedule.size(), 250'000u);
  EXPECT_EQ(found.replays, 3u) << found.departed;
  EXPECT_EQ(found.failure.kind, FailureKind::assertion);

  const ScheduleFile file = read_schedule(folder.file("Long.Games.heddle"));
  EXPECT_EQ(file.decisions, found.schedule);
  const Report again = replay(long_games, file.decisions, options, file.expected);
  ASSERT_EQ(again.failures.size(), 1u);
  EXPECT_EQ(again.departed, "");
  EXPECT_EQ(again.failures[0].failure.message, found.failure.message);
  EXPECT_EQ(again.steps, report.steps);
}

INSTANTIATE_TEST_SUITE_P(Strategies, LongTrial, testing::Values("rw", "pos", "pct:3"),
                         [](const auto& of) { return of.param == "pct:3" ? "pct" : of.param; });

}  // namespace
}  // namespace heddle
