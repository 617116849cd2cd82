// Heddle inside GoogleTest, both ways: explore() called from a TEST, and HEDDLE_TESTs that are GoogleTests.
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "tests/support/run_program.h"

namespace {

using namespace heddle;
using ::testing::HasSubstr;

void two_senders(int wanted) {
  Pid me = self();
  for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(me, i); });
  const int first = receive<int>();
  check(first <= wanted, "{} came first", first);
}

HEDDLE_TEST(Bridge, AHeddleTestThatPasses, {.trials = 200}) { two_senders(2); }

// Run by the tests below only.
HEDDLE_TEST(Bridge, DISABLED_AHeddleTestThatFails, {.seed = 1}) { two_senders(1); }

HEDDLE_TEST(Bridge, DISABLED_AnExpectationThatFails, {.seed = 1}) { EXPECT_EQ(1, 2); }

TEST(Bridge, SharesASuiteWithPlainTests) {}

TEST(Explore, InsideATest) {
  const Report report = explore([] { two_senders(2); }, {.trials = 200});
  EXPECT_TRUE(report.ok()) << report;
}

TEST(Explore, AFailurePrintsItsReport) {
  const Report report = explore([] { two_senders(1); }, {.name = "my test", .seed = 1, .save_to = ""});
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(report.ok()) << report, "FAILED my test after ");
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(report.ok()) << report, "2 came first  tests/gtest_bridge/");
  EXPECT_NONFATAL_FAILURE(EXPECT_TRUE(report.ok()), "FAILED my test after ");  // it knows why
  EXPECT_EQ(testing::PrintToString(report).substr(0, 14), "FAILED my test");
}

ProgramResult run_self(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
  static const TemporaryFolder folder;
  return run_program("/proc/self/exe", std::move(arguments),
                     {.folder = folder.path(), .environment = std::move(environment)});
}

TEST(BridgeProcess, AFailingTestShowsItsReportAndReplays) {
  const std::string name = "Bridge.DISABLED_AHeddleTestThatFails";
  const std::vector<std::string> arguments = {"--gtest_also_run_disabled_tests", "--gtest_filter=" + name};
  const ProgramResult found = run_self(arguments);
  EXPECT_EQ(found.exit_code, 1) << found.all();
  EXPECT_THAT(found.out, HasSubstr("gtest_bridge_test.cc:"));
  EXPECT_THAT(found.out, HasSubstr("FAILED " + name + " after "));
  EXPECT_THAT(found.out, HasSubstr("2 came first"));
  EXPECT_THAT(found.out, HasSubstr("replay: HEDDLE_OPTIONS=--replay=" + name + ".heddle "));

  const ProgramResult again = run_self(arguments, {"HEDDLE_OPTIONS=--replay=" + name + ".heddle"});
  EXPECT_EQ(again.exit_code, 1) << again.all();
  EXPECT_THAT(again.out, HasSubstr("FAILED " + name + " along " + name + ".heddle: assertion"));

  const ProgramResult other =
      run_self({"--gtest_filter=Bridge.AHeddleTestThatPasses"}, {"HEDDLE_OPTIONS=--replay=" + name + ".heddle"});
  EXPECT_EQ(other.exit_code, 0) << other.all();
  EXPECT_THAT(other.out, HasSubstr("is a schedule of " + name));
}

// By the report, not by each process that saw it; where it runs in this process, GoogleTest tells it, too.
TEST(BridgeProcess, AnExpectationThatFailsIsToldOnce) {
  const std::vector<std::string> arguments = {"--gtest_also_run_disabled_tests",
                                              "--gtest_filter=Bridge.DISABLED_AnExpectationThatFails"};
  const std::string said = "Expected equality of these values:";
  for (const char* options : {"--save-to=none", "--save-to=none --keep-going --trials=1000"}) {
    const ProgramResult found = run_self(arguments, {std::string("HEDDLE_OPTIONS=") + options});
    EXPECT_EQ(found.exit_code, 1) << found.all();
    EXPECT_THAT(found.out, HasSubstr(": assertion\n  " + said));
    EXPECT_EQ(found.out.find(said), found.out.rfind(said)) << found.out;
    EXPECT_THAT(found.out, HasSubstr("replayed 3 of 3"));
  }
  const ProgramResult here = run_self(arguments, {"HEDDLE_OPTIONS=--save-to=none --in-process"});
  EXPECT_EQ(here.exit_code, 1) << here.all();
  EXPECT_THAT(here.out, HasSubstr("gtest_bridge_test.cc:26: Failure\n" + said));
  EXPECT_THAT(here.out, HasSubstr(": assertion\n  " + said));
}

TEST(BridgeProcess, OptionsComeFromTheEnvironment) {
  const std::vector<std::string> arguments = {"--gtest_filter=Bridge.AHeddleTestThatPasses"};
  EXPECT_EQ(run_self(arguments, {"HEDDLE_OPTIONS=--trials=5  --strategy=rw"}).exit_code, 0);
  const ProgramResult nonsense = run_self(arguments, {"HEDDLE_OPTIONS=--trials=abc"});
  EXPECT_EQ(nonsense.exit_code, 2);
  EXPECT_EQ(nonsense.err, "heddle: HEDDLE_OPTIONS: --trials=abc is not a count; write 20000, 100k or 1e6\n");
  EXPECT_EQ(run_self(arguments, {"HEDDLE_OPTIONS=--list"}).exit_code, 2);
  EXPECT_EQ(run_self(arguments, {"HEDDLE_OPTIONS=--replay=missing.heddle"}).exit_code, 2);
}

}  // namespace
