// The worker dies in every way: nothing is lost, the schedule replays, the exit code is right. Not under sanitizers, which
// take signals and memory limits into their own hands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Death {
  std::string test;
  std::string kind;
  std::string message;
  int exit_code = 1;
};

void PrintTo(const Death& death, std::ostream* out) { *out << death.test; }

class Deaths : public testing::TestWithParam<Death> {};

TEST_P(Deaths, AreReportedAndReplay) {
  const auto& [test, kind, message, exit_code] = GetParam();
  for (const std::string mode : {"--workers=2", "--isolate"}) {
    const SampleRun run;
    const ProgramResult found = run.test(test, {mode});
    EXPECT_EQ(found.exit_code, exit_code) << found.all();
    EXPECT_EQ(found.signal, 0);
    EXPECT_FALSE(found.left_processes);
    EXPECT_THAT(found.out, StartsWith("FAILED Sample." + test + " after "));
    EXPECT_THAT(found.out, HasSubstr(", seed 0x1: " + kind + "\n"));
    EXPECT_THAT(found.out, HasSubstr(message));
    EXPECT_THAT(found.out, HasSubstr(test == "SpinsForEver" ? "\n 2000 " : "receive "));  // the story has the end

    const ProgramResult again = run({"--replay=Sample." + test + ".heddle"});
    EXPECT_EQ(again.exit_code, exit_code) << again.all();
    EXPECT_THAT(again.out, HasSubstr(": " + kind + "\n"));
    EXPECT_THAT(again.out, HasSubstr(message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Every, Deaths,
    testing::Values(Death{"Crash", "crash", "segmentation fault (SIGSEGV)"}, Death{"Abort", "crash", "abort (SIGABRT)"},
                    Death{"HeddleItselfIsBroken", "internal error", "sample_tests.cc", 3},
                    Death{"EndlessLoop", "endless loop", "no operation for too long"},
                    Death{"Exit", "crash", "the test ended the process with exit status 3"},
                    Death{"LongWayRound", "endless loop", "no operation for too long"},
                    Death{"Terminated", "crash", "ended by signal 15 (Terminated)"},
                    Death{"ForkedComesBack", "misuse", "a process that the test forked came back into Heddle"},
                    Death{"ForkedSends", "misuse", "a process that the test forked came back into Heddle"},
                    Death{"Killed", "crash", "SIGKILL"},
                    Death{"StackOverflow", "stack overflow", "the stack of test is used up"},
                    Death{"LargeFrame", "stack overflow", "the stack of test is used up"},
                    Death{"OutOfMemory", "uncaught exception", "std::bad_alloc: out of memory; raise the limit with --max-memory"},
                    Death{"SpinsForEver", "step limit", "--max-steps"}),
    [](const auto& of) { return of.param.test; });

TEST(Deaths, OfExceptionsAreShownWithTheStackThatThrewThem) {
  const SampleRun run;
  EXPECT_THAT(run.test("OutOfRange", {}).out,
              ContainsRegex("thrown\n +at third_of +sample_tests.cc:[0-9]+\n +at .* +sample_tests.cc:[0-9]+\n"));
  EXPECT_THAT(run({"--replay=Sample.OutOfRange.heddle"}).out, HasSubstr("at third_of"));
}

TEST(Deaths, InALambdaHaveAPlace) {
  EXPECT_THAT(SampleRun().test("CrashInLambda").out, ContainsRegex("SIGSEGV\\) +sample_tests.cc:[0-9]+ +in task victim\n"));
}

TEST(Deaths, ByExitInTheProcessOfTheProgramAreTold) {
  const SampleRun run;
  EXPECT_EQ(run.test("Exit").exit_code, 1);
  for (const std::string which : {"--filter=^Sample.Exit$", "--replay=Sample.Exit.heddle"}) {
    const ProgramResult result = run({which, "--in-process"});
    EXPECT_EQ(result.exit_code, 1) << result.all();
    EXPECT_THAT(result.err, HasSubstr("heddle: Sample.Exit ended the process that Heddle runs in, too"));
  }
  EXPECT_THAT(run.test("Exit", {"--in-process", "--isolate"}).out, StartsWith("FAILED Sample.Exit after "));
}

TEST(Deaths, OfForkedProcessesAreTheirOwn) {
  const ProgramResult result = SampleRun().test("ForkedEndsByItself", {"--trials=20"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
}

}  // namespace
}  // namespace heddle
