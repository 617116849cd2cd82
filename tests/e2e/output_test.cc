// What a run prints and writes, and its exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "heddle/trace/text.h"
#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Output, ListsNamesOnly) {
  const ProgramResult result = SampleRun()({"--list"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("Sample.Passes\nSample.Assertion\nSample.Deadlock\n"));
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(SampleRun()({"--list", "--filter=*.Ex*"}).out, "Sample.Exception\nSample.Exit\n");
}

TEST(Output, VersionAndHelp) {
  const SampleRun run;
  EXPECT_THAT(run({"--version"}).out, ContainsRegex("^heddle [0-9]+\\.[0-9]+\\.[0-9]+\n$"));
  for (const std::string topic : {"", "=strategy", "=filter"}) {
    const ProgramResult help = run({"--help" + topic});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_EQ(help.err, "");
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 80u) << line;
  }
}

TEST(Output, ACleanRunInAPipe) {
  const ProgramResult result = SampleRun().test("Passes");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("passed Sample.Passes: no failure in 10,000 trials ("));
  EXPECT_THAT(result.out, HasSubstr("; 6 distinct partial orders; "));
  EXPECT_THAT(result.out, HasSubstr("; a trial fails with probability below 0.03 % (95 % confidence)\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  strategy portfolio, seed 0x1, "));
  EXPECT_THAT(result.out, Not(HasSubstr("\033")));
}

TEST(Output, AFailureIsSavedAndReplays) {
  const SampleRun run;
  const ProgramResult found = run.test("Assertion");
  EXPECT_EQ(found.exit_code, 1) << found.all();
  EXPECT_THAT(found.out, AllOf(StartsWith("FAILED Sample.Assertion after "), HasSubstr(", seed 0x1: assertion\n"),
                               HasSubstr(" before all adders were heard  tests/e2e/programs/sample_tests.cc:"),
                               HasSubstr("\n  replayed 3 of 3; "), HasSubstr("\n  what happened:\n"),
                               HasSubstr("\n  schedule: Sample.Assertion.heddle      replay: "),
                               HasSubstr("e2e_sample_tests --replay=Sample.Assertion.heddle\n")));

  for (const std::string how : {"--isolate", "--in-process", "--strategy=rw"}) {
    const ProgramResult again = run({"--replay=Sample.Assertion.heddle", how});
    EXPECT_EQ(again.exit_code, 1) << again.all();
    EXPECT_THAT(again.out, StartsWith("FAILED Sample.Assertion along Sample.Assertion.heddle: assertion\n"));
    EXPECT_THAT(again.out, Not(HasSubstr("another")));
  }
}

TEST(Output, QuietPrintsOnlyFailures) {
  const SampleRun run;
  EXPECT_THAT(run.test("Passes", {"--quiet"}).all(), IsEmpty());
  EXPECT_THAT(run.test("Assertion", {"--quiet"}).out, StartsWith("FAILED Sample.Assertion"));
}

TEST(Output, NothingIsSavedIfNotWanted) {
  const SampleRun run;
  const ProgramResult result = run.test("Assertion", {"--save-to=none"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, Not(HasSubstr("schedule:")));
  EXPECT_TRUE(std::filesystem::is_empty(run.file("")));
  EXPECT_EQ(run.test("Assertion", {"--save-to=a/b"}).exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(run.file("a/b/Sample.Assertion.heddle")));
}

TEST(Output, SeveralTestsAreSummedUp) {
  const SampleRun run;
  const ProgramResult result = run({"--filter=Passes,Assertion,Deadlock", "--seed=1", "--trials=1000"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("\n3 tests: 1 passed, 2 failed\n"));
}

TEST(Output, KeepGoingFindsSeveral) {
  const ProgramResult result = SampleRun().test("Assertion", {"--keep-going", "--trials=2k"});
  EXPECT_EQ(result.exit_code, 1);
  // The total can be 0, 1 or 2 when it should be 3.
  EXPECT_THAT(result.out, AllOf(HasSubstr("total is 0 before"), HasSubstr("total is 1 before"), HasSubstr("total is 2"),
                                HasSubstr(" of 2,000 trials failed ("), HasSubstr(", in 3 different ways (")));
}

TEST(Output, JsonAndJunit) {
  const SampleRun run;
  write_text(run.file("r.json"), "an older one");
  const ProgramResult result =
      run({"--filter=Passes,Exception", "--seed=7", "--trials=100", "--workers=1", "--json=r.json", "--junit=r.xml"});
  EXPECT_EQ(result.exit_code, 1);
  const auto json = nlohmann::json::parse(read_text(run.file("r.json")));
  EXPECT_EQ(json["ok"], false);
  ASSERT_EQ(json["tests"].size(), 2u);
  EXPECT_EQ(json["tests"][0]["trials"], 100);
  EXPECT_EQ(json["tests"][0]["seed"], "0x7");
  const auto& failure = json["tests"][1]["failures"][0];
  EXPECT_EQ(failure["kind"], "uncaught exception");
  EXPECT_THAT(std::string(failure["message"]), HasSubstr("nobody catches <this> & \"that\""));
  EXPECT_EQ(failure["schedule_file"], "Sample.Exception.heddle");
  EXPECT_FALSE(failure["story"].empty());
  const std::string xml = read_text(run.file("r.xml"));
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("nobody catches &lt;this&gt; &amp; &quot;that&quot;"));
  // Nothing but what was asked for.
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(run.file(""))) ++files;
  EXPECT_EQ(files, 3u);
}

TEST(Output, RegressionsAreReplayed) {
  const SampleRun run;
  std::filesystem::create_directory(run.file("kept"));
  ASSERT_EQ(run.test("Assertion", {"--save-to=kept", "--workers=1"}).exit_code, 1);
  ASSERT_EQ(run.test("Deadlock", {"--save-to=kept", "--workers=1"}).exit_code, 1);
  std::string other = read_text(run.file("kept/Sample.Deadlock.heddle"));
  write_text(run.file("kept/other.heddle"), other.replace(other.find("Sample.Deadlock"), 15, "Other.Test"));
  // A schedule whose test has been mended: the same decisions, another test.
  std::string mended = read_text(run.file("kept/Sample.Assertion.heddle"));
  write_text(run.file("kept/mended.heddle"), mended.replace(mended.find("Sample.Assertion"), 16, "Sample.Passes"));
  write_text(run.file("kept/worn.heddle"), "heddle schedule");

  const ProgramResult result = run({"--regressions=kept", "--json=r.json"});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("FAILED Sample.Assertion/Sample.Assertion along kept/Sample.Assertion.heddle"));
  EXPECT_THAT(result.out, HasSubstr("FAILED Sample.Deadlock/Sample.Deadlock along"));
  EXPECT_THAT(result.out, HasSubstr("skipped kept/other.heddle: Other.Test is no test of this program\n"));
  EXPECT_THAT(result.out, HasSubstr("passed Sample.Passes/mended: no failure along kept/mended.heddle\n"));
  EXPECT_THAT(result.out, HasSubstr("ERROR worn: kept/worn.heddle is no schedule"));
  EXPECT_THAT(result.out, HasSubstr("\n5 schedules in kept: 1 passed, 3 failed, 1 skipped\n"));
  EXPECT_EQ(nlohmann::json::parse(read_text(run.file("r.json")))["tests"].size(), 4u);
  EXPECT_EQ(nlohmann::json::parse(read_text(run.file("r.json")))["tests"][2]["replay"]["followed"], true);  // up to its end
}

// They pass, but do not tell whether the failure is gone.
TEST(Output, RegressionsThatCannotBeFollowedAreCounted) {
  const SampleRun run;
  ASSERT_EQ(run.test("Assertion", {"--save-to=kept", "--workers=1"}).exit_code, 1);
  std::string stale = read_text(run.file("kept/Sample.Assertion.heddle"));
  stale.replace(stale.find("Sample.Assertion"), 16, "Sample.Passes");
  write_text(run.file("kept/Sample.Assertion.heddle"), stale.replace(stale.find("# "), 2, "# somebody else's "));
  const ProgramResult result = run({"--regressions=kept", "--json=r.json"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, HasSubstr("the run left the schedule at"));
  EXPECT_EQ(nlohmann::json::parse(read_text(run.file("r.json")))["tests"][0]["replay"]["followed"], false);
  EXPECT_THAT(result.out, HasSubstr("\n1 schedule in kept: 1 passed, 0 failed, 0 skipped; 1 could not be followed to the end\n"));
}

TEST(Output, WithoutDeterminismNoReplay) {
  const SampleRun run;
  const ProgramResult result = run.test("NotDeterministic");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("replayed 0 of 3"));
  EXPECT_THAT(result.out, HasSubstr("something that Heddle does not control"));
  const std::string why = "the same decisions ended in another failure";
  ASSERT_THAT(result.out, HasSubstr(why));
  EXPECT_EQ(result.out.find(why), result.out.rfind(why)) << result.out;  // said once
}

TEST(Output, ATerminalGetsABarAndColours) {
  const SampleRun run;
  const ProgramResult result =
      run.test("Passes", {"--time=1s"}, {.environment = {"TERM=xterm", "LC_ALL=C"}, .terminal = true});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, ContainsRegex("\rSample.Passes  .*[#.]+\\]"));
  const auto end = result.out.rfind("\r\033[K");  // the bar goes, the report comes
  ASSERT_NE(end, std::string::npos);
  EXPECT_THAT(result.out.substr(end), StartsWith("\r\033[K\033[32mpassed\033[0m Sample.Passes: no failure in "));
  std::istringstream lines(result.out.substr(end + 4));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 80u + 10) << line;  // 10: colours
}

TEST(Output, ATerminalThatCanDoNothing) {
  const SampleRun run;
  for (const std::string variable : {"TERM=dumb", "TERM="}) {
    const ProgramResult result = run.test("Passes", {"--time=300ms"}, {.environment = {variable}, .terminal = true});
    EXPECT_THAT(result.out, StartsWith("passed Sample.Passes"));
    EXPECT_THAT(result.out, Not(HasSubstr("\033")));
  }
  const ProgramResult plain =
      run.test("Passes", {"--trials=10"}, {.environment = {"TERM=xterm", "NO_COLOR=1"}, .terminal = true});
  EXPECT_THAT(plain.out, HasSubstr("passed Sample.Passes"));
  EXPECT_THAT(plain.out, Not(HasSubstr("\033[32m")));
}

}  // namespace
}  // namespace heddle
