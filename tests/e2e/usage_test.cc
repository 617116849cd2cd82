// Whatever is wrong with the command line: one sentence on the standard error, exit code 2, nothing run, nothing
// overwritten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// The sentence, if the run ended as it should.
std::string sentence(const ProgramResult& result) {
  EXPECT_EQ(result.exit_code, 2) << result.all();
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("heddle: "));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  return result.err;
}

// The child that should have become it must not go on as a second run of these tests.
TEST(RunProgram, ThatIsNotThere) {
  EXPECT_EQ(run_program(program("missing"), {}).exit_code, 127);
}

TEST(Usage, UnknownOptions) {
  const SampleRun run;
  EXPECT_EQ(sentence(run({"--trails=5"})), "heddle: no option --trails (did you mean --trials?); --help lists them\n");
  EXPECT_EQ(sentence(run({"Passes"})), "heddle: 'Passes' is not an option; tests are chosen with --filter=Passes\n");
}

TEST(Usage, ImpossibleValues) {
  const SampleRun run;
  EXPECT_EQ(sentence(run({"--trials=abc"})), "heddle: --trials=abc is not a count; write 20000, 100k or 1e6\n");
  EXPECT_EQ(sentence(run({"--seed=0x1ffffffffffffffff"})),
            "heddle: --seed=0x1ffffffffffffffff is too large; a seed has 64 bits\n");
  EXPECT_EQ(sentence(run({"--workers=1e9"})), "heddle: --workers=1e9 must be at most 1,024\n");
  EXPECT_EQ(sentence(run({"--time=soon"})), "heddle: --time=soon is not a duration; write 500ms, 30s, 5m or 1h\n");
  EXPECT_EQ(sentence(run({"--help=weather"})),
            "heddle: no help about 'weather'; there is --help, --help=strategy, --help=filter and --help=verify\n");
}

TEST(Usage, UnknownStrategiesAndSchemes) {
  const SampleRun run;
  EXPECT_THAT(sentence(run({"--strategy=posh"})), HasSubstr("no strategy named 'posh' (did you mean 'pos'?)"));
  EXPECT_THAT(sentence(run({"--strategy=pct:many"})), HasSubstr("pct"));
  EXPECT_THAT(sentence(run({"--signature=smell"})), HasSubstr("no signature scheme named 'smell'"));
}

TEST(Usage, NoSuchTest) {
  const SampleRun run;
  EXPECT_THAT(sentence(run({"--filter=Nothing"})),
              StartsWith("heddle: no test matches --filter=Nothing; this program has 23 tests: Sample.Passes, "));
  EXPECT_THAT(sentence(run({"--list", "--filter=Nothing"})), HasSubstr("no test matches"));
}

TEST(Usage, ProgramsWithoutOrWithDoubleTests) {
  EXPECT_EQ(sentence(run_program(program("no_tests"), {})),
            "heddle: this program has no tests; HEDDLE_TEST(Suite, Name) makes one\n");
  EXPECT_EQ(sentence(run_program(program("same_name"), {})),
            "heddle: two tests are named 'Twice.Named' (first.cc:10 and second.cc:20): rename one of them\n");
  const ProgramResult list = run_program(program("no_tests"), {"--list"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.all(), IsEmpty());
}

TEST(Usage, MissingAndDamagedSchedules) {
  const SampleRun run;
  EXPECT_EQ(sentence(run({"--replay=missing.heddle"})),
            "heddle: cannot read the schedule missing.heddle: No such file or directory\n");
  EXPECT_THAT(sentence(run({"--replay=."})), HasSubstr("that is a folder"));
  EXPECT_EQ(sentence(run({"--regressions=."})), "heddle: there is no schedule (*.heddle) in the folder .\n");
  write_text(run.file("damaged.heddle"), "this is a shopping list\n");
  EXPECT_THAT(sentence(run({"--replay=damaged.heddle"})), HasSubstr("damaged.heddle is no schedule"));
  EXPECT_THAT(sentence(run({"--regressions=missing"})),
              HasSubstr("cannot read the folder missing: No such file or directory"));
  const ProgramResult kept = run({"--regressions=."});
  EXPECT_EQ(kept.exit_code, 2) << kept.all();
  EXPECT_THAT(kept.out, HasSubstr("ERROR damaged: ./damaged.heddle is no schedule"));
  EXPECT_EQ(read_text(run.file("damaged.heddle")), "this is a shopping list\n");
}

TEST(Usage, SchedulesOfAnotherProgram) {
  const SampleRun run;
  ASSERT_EQ(run.test("Assertion").exit_code, 1);
  std::string text = read_text(run.file("Sample.Assertion.heddle"));
  const auto name = text.find("Sample.Assertion");
  ASSERT_NE(name, std::string::npos);
  write_text(run.file("other.heddle"), text.replace(name, 16, "Other.Test"));
  EXPECT_THAT(sentence(run({"--replay=other.heddle"})),
              StartsWith("heddle: other.heddle is a schedule of Other.Test, and this program has no test of that name; it "
                         "has 23 tests: "));
  ASSERT_EQ(unlink(run.file("Sample.Assertion.heddle").c_str()), 0);
  const ProgramResult kept = run({"--regressions=."});
  EXPECT_EQ(kept.exit_code, 2) << kept.all();
  EXPECT_THAT(kept.err, StartsWith("heddle: no schedule in the folder . is of a test of this program; it has 23 tests: "));
}

TEST(Usage, DamagedHistoriesStayAsTheyAre) {
  const SampleRun run;
  write_text(run.file("history"), "my diary\n");
  EXPECT_THAT(sentence(run({"--strategy=pos+", "--history=history"})), HasSubstr("history"));
  EXPECT_EQ(read_text(run.file("history")), "my diary\n");
}

TEST(Usage, OutputThatCannotBeWrittenIsToldFirst) {
  const SampleRun run;
  EXPECT_EQ(sentence(run({"--json=missing/a.json"})),
            "heddle: cannot write missing/a.json: missing: No such file or directory\n");
  EXPECT_EQ(sentence(run({"--junit=."})), "heddle: cannot write .: it is a folder\n");
  EXPECT_THAT(sentence(run({"--history=missing/h"})), HasSubstr("cannot write missing/h"));
  EXPECT_THAT(sentence(run({"--json=same", "--junit=same"})), HasSubstr("--json and --junit cannot both be same"));
  write_text(run.file("file"), "text");
  EXPECT_THAT(sentence(run({"--save-to=file"})), HasSubstr("file"));
  EXPECT_THAT(sentence(run({"--save-to=file/below"})), HasSubstr("cannot make the folder file/below"));
  EXPECT_EQ(read_text(run.file("file")), "text");
}

TEST(Usage, AnErrorLeavesOutputFilesAlone) {
  const SampleRun run;
  write_text(run.file("old.json"), "old");
  sentence(run({"--json=old.json", "--filter=Nothing"}));
  sentence(run({"--json=old.json", "--strategy=posh"}));
  EXPECT_EQ(read_text(run.file("old.json")), "old");
}

}  // namespace
}  // namespace heddle
