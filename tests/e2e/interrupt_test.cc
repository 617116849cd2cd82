// Ctrl-C, as a terminal sends it: to the whole process group.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::function<void(pid_t)> press(int signal, int times = 1, std::chrono::milliseconds between = 700ms) {
  return [=](pid_t process) {
    // The first worker exists: from now on signals are handled.
    for (int i = 0; i < 1000 && processes_in_group(process) < 2; ++i) std::this_thread::sleep_for(20ms);
    for (int i = 0; i < times; ++i) {
      std::this_thread::sleep_for(i == 0 ? 500ms : between);
      kill(-process, signal);
    }
  };
}

TEST(Interrupt, EndsWithWhatWasFoundSoFar) {
  const SampleRun run;
  const ProgramResult result =
      run({"--filter=^Sample.Passes$,^Sample.Deadlock$", "--trials=0", "--json=r.json"}, {.meanwhile = press(SIGINT)});
  EXPECT_EQ(result.exit_code, 130) << result.all();
  EXPECT_FALSE(result.left_processes);
  EXPECT_THAT(result.out, StartsWith("passed Sample.Passes: interrupted: no failure in "));
  EXPECT_THAT(result.out, HasSubstr("\n1 test: 1 passed, 0 failed, 1 not run\n"));
  const auto json = nlohmann::json::parse(read_text(run.file("r.json")));
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_EQ(json["tests"][0]["ended"], "interrupted");
}

TEST(Interrupt, AFailureThatWasFoundCounts) {
  const SampleRun run;
  const ProgramResult result = run.test("Assertion", {"--keep-going", "--trials=0"}, {.meanwhile = press(SIGINT)});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("total is 0 before"));
  EXPECT_THAT(result.out, HasSubstr("  interrupted: "));
  EXPECT_FALSE(result.left_processes);
}

TEST(Interrupt, TerminationIsToldApart) {
  const ProgramResult result = SampleRun().test("Passes", {"--trials=0"}, {.meanwhile = press(SIGTERM)});
  EXPECT_EQ(result.exit_code, 143) << result.all();
  EXPECT_FALSE(result.left_processes);
}

TEST(Interrupt, TheEndOfTheTerminalLikewise) {
  const ProgramResult result = SampleRun().test("Passes", {"--trials=0"}, {.meanwhile = press(SIGHUP)});
  EXPECT_EQ(result.exit_code, 129) << result.all();
  EXPECT_FALSE(result.left_processes);
}

// As timeout(1) and pipelines send them.
TEST(Interrupt, SeveralAtOnceAreOne) {
  const SampleRun run;
  const ProgramResult result =
      run.test("Assertion", {"--keep-going", "--trials=0", "--json=r.json"}, {.meanwhile = press(SIGINT, 3, 5ms)});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("total is 0 before"));
  EXPECT_EQ(nlohmann::json::parse(read_text(run.file("r.json")))["interrupted"], true);
  EXPECT_FALSE(result.left_processes);
}

TEST(Interrupt, TheSecondOneDoesNotWait) {
  const ProgramResult result =
      SampleRun().test("EndlessLoop", {"--stuck=50s"}, {.meanwhile = press(SIGINT, 2), .time_limit = 30s});
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.signal, SIGINT) << result.exit_code << result.all();
  EXPECT_FALSE(result.left_processes);
}

TEST(Interrupt, AnEndlessLoopDoesNotStopIt) {
  const SampleRun run;
  const ProgramResult result =
      run.test("EndlessLoop", {"--stuck=50s", "--workers=1"}, {.meanwhile = press(SIGINT), .time_limit = 30s});
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 130) << result.all();
  EXPECT_FALSE(result.left_processes);
  EXPECT_THAT(result.out, StartsWith("nothing Sample.EndlessLoop: interrupted: no trial was run\n"));
  EXPECT_THAT(result.out, HasSubstr("  a trial was under way that made no operation for more than 2 s, and was ended, at "
                                    "sample_tests.cc:"));
  EXPECT_THAT(result.out, HasSubstr("  schedule: Sample.EndlessLoop.heddle "));

  const ProgramResult again = run({"--replay=Sample.EndlessLoop.heddle"});
  EXPECT_THAT(again.out, StartsWith("FAILED Sample.EndlessLoop along Sample.EndlessLoop.heddle: endless loop\n"));
  EXPECT_THAT(again.out, Not(HasSubstr("another failure")));
}

}  // namespace
}  // namespace heddle
