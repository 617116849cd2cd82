// --verify: every interleaving once, and honest words about how far it came.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Verify, SaysVerifiedOnlyAtTheEnd) {
  const SampleRun run;
  const ProgramResult whole = run.test("Passes", {"--verify"});
  EXPECT_EQ(whole.exit_code, 0) << whole.all();
  EXPECT_THAT(whole.out, StartsWith("verified Sample.Passes: "));
  EXPECT_THAT(whole.out, HasSubstr(" executions, no failure ("));

  const ProgramResult part = run.test("Passes", {"--verify", "--trials=2"});
  EXPECT_EQ(part.exit_code, 0) << part.all();
  EXPECT_THAT(part.out, StartsWith("not verified Sample.Passes: 2 executions, no failure"));
  EXPECT_THAT(part.out, HasSubstr("this is not all: the number of trials was reached"));
  EXPECT_THAT(part.out, HasSubstr("\n  go on with --resume=Sample.Passes.checkpoint\n"));
  const ProgramResult rest = run.test("Passes", {"--verify", "--resume=Sample.Passes.checkpoint"});
  EXPECT_THAT(rest.out, StartsWith("verified Sample.Passes: 6 executions, no failure"));

  const ProgramResult both = run({"--filter=^Sample.Passes$,^Sample.Deadlock$", "--verify", "--trials=2", "--save-to=none"});
  EXPECT_THAT(both.out, HasSubstr("\n2 tests: 0 passed, 1 not verified, 1 failed\n"));
}

TEST(Verify, CountsByStates) {
  const SampleRun run;
  const ProgramResult whole = run.test("Passes", {"--verify", "--search=states"});
  EXPECT_EQ(whole.exit_code, 0) << whole.all();
  EXPECT_THAT(whole.out, StartsWith("verified Sample.Passes: 6 executions, no failure ("));
  EXPECT_THAT(whole.out, HasSubstr("; they share "));
  EXPECT_THAT(whole.out, HasSubstr("\n  searched by states, which trusts that tasks share nothing but"));

  const ProgramResult failed = run.test("Assertion", {"--verify", "--search=states"});
  EXPECT_EQ(failed.exit_code, 1) << failed.all();
  EXPECT_THAT(failed.out, HasSubstr("replayed 3 of 3"));

  const ProgramResult odd = run.test("Passes", {"--verify", "--search=states", "--show-races"});
  EXPECT_EQ(odd.exit_code, 2) << odd.all();
  EXPECT_THAT(odd.err, HasSubstr("--search=states tells how many executions there are and how many fail, not which"));
}

// A failure that was found stays found.
TEST(Verify, GoesOnWithTheFailuresOfBefore) {
  const SampleRun run;
  const ProgramResult part = run.test("Assertion", {"--verify", "--keep-going", "--trials=5", "--workers=1"});
  EXPECT_EQ(part.exit_code, 1) << part.all();
  const ProgramResult rest =
      run.test("Assertion", {"--verify", "--resume=Sample.Assertion.checkpoint", "--junit=report.xml"});
  EXPECT_EQ(rest.exit_code, 1) << rest.all();
  EXPECT_THAT(rest.out, StartsWith("FAILED Sample.Assertion after "));
  EXPECT_THAT(rest.out, Not(HasSubstr("verified")));
  EXPECT_THAT(read_text(run.file("report.xml")), HasSubstr("failures=\"1\""));
}

TEST(Verify, ResumesOnlyCheckpoints) {
  const SampleRun run;
  const ProgramResult result = run.test("Passes", {"--verify", "--resume=."});
  EXPECT_EQ(result.exit_code, 2) << result.all();
  EXPECT_THAT(result.all(), HasSubstr("cannot read the checkpoint .: Is a directory"));
}

TEST(Verify, ABoundIsNoProof) {
  const SampleRun run;
  const ProgramResult part = run.test("Passes", {"--verify", "--bound=0"});
  EXPECT_EQ(part.exit_code, 0) << part.all();
  EXPECT_THAT(part.out, StartsWith("not verified Sample.Passes: 1 execution, no failure"));
  EXPECT_THAT(part.out, HasSubstr("this is all within bound 0, and more lies beyond"));
  const ProgramResult whole = run.test("Passes", {"--verify", "--bound=1000"});
  EXPECT_THAT(whole.out, StartsWith("verified Sample.Passes: "));
  for (const std::string name : {"preemptions", "delays", "steps"}) {
    const ProgramResult some = run.test("Passes", {"--verify", fmt::format("--bound-{}=1", name)});
    EXPECT_EQ(some.exit_code, 0) << some.all();
    EXPECT_THAT(some.out, StartsWith("not verified Sample.Passes: "));
    const std::string what = name == "steps" ? "operation" : name.substr(0, name.size() - 1);
    EXPECT_THAT(some.out, HasSubstr(fmt::format("this is all within 1 {}, and more lies beyond: ", what)));
    EXPECT_THAT(some.out, HasSubstr(name == "steps" ? "cut" : "a way to go on was left out "));
    const ProgramResult all = run.test("Passes", {"--verify", fmt::format("--bound-{}=1000", name)});
    EXPECT_THAT(all.out, StartsWith("verified Sample.Passes: 6 executions"));
    EXPECT_EQ(run({fmt::format("--bound-{}=1", name)}).err,
              fmt::format("heddle: --bound-{} limits a search: it needs --verify\n", name));
  }
  EXPECT_THAT(run.test("Passes", {"--verify", "--bound-faults=0"}).out, StartsWith("verified Sample.Passes: "));
  EXPECT_EQ(run({"--verify", "--reduction=source", "--bound-steps=3"}).err,
            "heddle: --reduction=source would miss executions within 3 operations: at most sleep does not\n");
  const ProgramResult wrong = run({"--bound=3"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.err, "heddle: --bound limits a search: it needs --verify\n");
}

TEST(Verify, DeepensUntilNothingIsLeftOut) {
  const SampleRun run;
  const ProgramResult whole = run.test("Passes", {"--verify", "--bound=1000", "--deepen"});
  EXPECT_EQ(whole.exit_code, 0) << whole.all();
  EXPECT_THAT(whole.out, StartsWith("verified Sample.Passes: 6 executions, no failure"));
  EXPECT_THAT(whole.out, HasSubstr("  within bound 0: 1 execution; a way to go on was left out "));
  EXPECT_THAT(whole.out, HasSubstr("  within bound 2: 5 executions; a way to go on was left out "));
  EXPECT_THAT(whole.out, HasSubstr("  within bound 4: 6 executions; nothing was left out\n"));
  EXPECT_THAT(whole.out, Not(HasSubstr("within bound 5")));

  for (const char* name : {"preemptions", "delays", "steps"}) {
    const ProgramResult result = run.test("Passes", {"--verify", fmt::format("--bound-{}=1000", name), "--deepen"});
    EXPECT_THAT(result.out, StartsWith("verified Sample.Passes: 6 executions, no failure"));
  }
  const ProgramResult part = run.test("Passes", {"--verify", "--bound-preemptions=1", "--deepen"});
  EXPECT_THAT(part.out, StartsWith("not verified Sample.Passes: "));
  EXPECT_THAT(part.out, HasSubstr("this is all within 1 preemption, and more lies beyond"));
  EXPECT_THAT(part.out, HasSubstr("  within 0 preemptions: "));

  const ProgramResult limited = run.test("Passes", {"--verify", "--bound=1000", "--deepen", "--trials=4"});
  EXPECT_THAT(limited.out, StartsWith("not verified Sample.Passes: "));
  EXPECT_THAT(limited.out, HasSubstr("this is not all: the number of trials was reached"));

  const ProgramResult failed = run.test("Assertion", {"--verify", "--bound=1000", "--deepen", "--save-to=none"});
  EXPECT_EQ(failed.exit_code, 1) << failed.all();
  EXPECT_THAT(failed.out, StartsWith("FAILED Sample.Assertion after "));
  EXPECT_THAT(failed.out, HasSubstr("within bound 0: "));

  EXPECT_EQ(run({"--deepen"}).err, "heddle: --deepen repeats a search with larger bounds: it needs --verify\n");
  EXPECT_THAT(run({"--verify", "--deepen"}).err, HasSubstr("--deepen needs exactly one bound"));
  EXPECT_THAT(run({"--verify", "--deepen", "--bound=1", "--bound-steps=2"}).err,
              HasSubstr("--deepen needs exactly one bound"));
}

TEST(Verify, WeakerReductionsSayWhatWasInVain) {
  const SampleRun run;
  for (const char* reduction : {"none", "sleep", "source"}) {
    const ProgramResult result = run.test("Passes", {"--verify", fmt::format("--reduction={}", reduction)});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, StartsWith("verified Sample.Passes: 6 executions, no failure"));
    if (std::string(reduction) == "none") {
      EXPECT_THAT(result.out, HasSubstr(" more were like others"));
    }
  }
  const ProgramResult off = run.test("Passes", {"--verify", "--observers=off"});
  EXPECT_THAT(off.out, StartsWith("verified Sample.Passes: "));
  EXPECT_EQ(run({"--reduction=sleep"}).err,
            "heddle: --reduction says how a search spares equivalent executions: it needs --verify\n");
  EXPECT_EQ(run({"--observers=off"}).err,
            "heddle: --observers says what a search takes for equivalent: it needs --verify\n");
  EXPECT_THAT(run({"--verify", "--reduction=slep"}).err, HasSubstr("did you mean 'sleep'?"));
}

TEST(Verify, TheJsonSaysSoToo) {
  const SampleRun run;
  const auto verification = [&](const std::string& option) {
    EXPECT_EQ(run.test("Passes", {"--verify", "--json=report.json", option}).exit_code, 0);
    std::ifstream file(run.file("report.json"));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto at = text.find("\"verification\"");
    return at == std::string::npos ? text : text.substr(at, 60);
  };
  EXPECT_THAT(verification("--bound=1000"), HasSubstr("\"verified\": true"));
  EXPECT_THAT(verification("--bound=0"), HasSubstr("\"verified\": false"));
}

TEST(Verify, ShowsRaces) {
  const SampleRun run;
  for (const char* search : {"graph", "sequence"}) {
    const ProgramResult result =
        run.test("Passes", {"--verify", "--show-races", "--json=report.json", fmt::format("--search={}", search)});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, HasSubstr("  races: 3 pairs of operations could go either way, in so many of 6 executions\n"));
    EXPECT_THAT(result.out, HasSubstr("    4  adder    send  sample_tests.cc:"));
    EXPECT_THAT(result.out, HasSubstr("mailbox of counter\n"));
    const std::string json = read_text(run.file("report.json"));
    const auto at = json.find("\"races\": [");
    ASSERT_NE(at, std::string::npos) << json;
    EXPECT_THAT(json.substr(at), HasSubstr("\"object\": \"mailbox of counter\""));
    EXPECT_THAT(json.substr(at), HasSubstr("\"kind\": \"send\""));
  }
  const ProgramResult failed = run.test("Assertion", {"--verify", "--show-races", "--save-to=none"});
  EXPECT_EQ(failed.exit_code, 1) << failed.all();
  EXPECT_THAT(failed.out, HasSubstr("  races: "));
  const ProgramResult none = run.test("Deadlock", {"--verify", "--show-races", "--save-to=none", "--keep-going"});
  EXPECT_THAT(none.out, HasSubstr("  races: none in 1 execution\n"));

  EXPECT_EQ(run({"--show-races"}).err, "heddle: --show-races lists what a search finds: it needs --verify\n");
  EXPECT_THAT(run({"--verify", "--show-races", "--resume=x"}).err,
              HasSubstr("--show-races and --resume cannot be combined"));
}

TEST(Verify, SaysHowMuchSamplersHit) {
  const SampleRun run;
  for (const char* search : {"graph", "sequence"}) {
    const ProgramResult result = run.test("Passes", {"--verify", "--coverage-of=pos,rw", "--coverage-trials=1000",
                                                     "--json=report.json", fmt::format("--search={}", search)});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, HasSubstr("\n  pos: 1,000 trials hit 6 of 6 classes (100 %)\n"));
    EXPECT_THAT(result.out, HasSubstr("\n  rw: 1,000 trials hit 6 of 6 classes (100 %)\n"));
    const std::string json = read_text(run.file("report.json"));
    EXPECT_THAT(json, HasSubstr("\"classes\": 6"));
    EXPECT_THAT(json, HasSubstr("\"hit\": 6"));
  }
  const ProgramResult one = run.test("Passes", {"--verify", "--coverage-of=rw", "--coverage-trials=1"});
  EXPECT_THAT(one.out, HasSubstr("  rw: 1 trial hit 1 of 6 classes (16.6 %)\n"));
  const ProgramResult bounded = run.test("Passes", {"--verify", "--bound=0", "--coverage-of=rw"});
  EXPECT_THAT(bounded.out, HasSubstr("  rw: 10,000 trials hit 1 of 1 class (100 %); 5 more were not among them\n"));

  const ProgramResult failed = run.test("Assertion", {"--verify", "--coverage-of=rw", "--save-to=none"});
  EXPECT_THAT(failed.out, HasSubstr("was not measured: the search ended at a failure; --keep-going goes on\n"));
  // A trial that fails is of a class as well.
  const ProgramResult all = run.test("Assertion", {"--verify", "--coverage-of=rw", "--save-to=none", "--keep-going"});
  EXPECT_THAT(all.out, HasSubstr("  rw: 10,000 trials hit 6 of 6 classes (100 %); "));
  EXPECT_THAT(all.out, HasSubstr(" trials failed\n"));
  const ProgramResult part = run.test("Passes", {"--verify", "--coverage-of=rw", "--trials=2"});
  EXPECT_THAT(part.out, HasSubstr("was not measured: the search did not come to its end\n"));

  EXPECT_EQ(run({"--coverage-of=pos"}).err,
            "heddle: --coverage-of compares samplers with a search: it needs --verify\n");
  EXPECT_THAT(run({"--verify", "--coverage-of=pos,poss"}).err, HasSubstr("--coverage-of: "));
  EXPECT_THAT(run({"--verify", "--coverage-trials=5"}).err, HasSubstr("is for the strategies of --coverage-of"));
  EXPECT_THAT(run({"--verify", "--coverage-of=pos", "--bound-steps=5"}).err,
              HasSubstr("--coverage-of and --bound-steps cannot be combined"));
}

TEST(Verify, AFailureHasASchedule) {
  const SampleRun run;
  const ProgramResult found = run.test("Assertion", {"--verify"});
  EXPECT_EQ(found.exit_code, 1) << found.all();
  EXPECT_THAT(found.out, StartsWith("FAILED Sample.Assertion after "));
  EXPECT_THAT(found.out, HasSubstr("replayed 3 of 3; found by search"));
  const ProgramResult again = run({"--replay=Sample.Assertion.heddle"});
  EXPECT_EQ(again.exit_code, 1) << again.all();
  EXPECT_THAT(again.out, Not(HasSubstr("left the schedule")));

  const ProgramResult all = run.test("Assertion", {"--verify", "--keep-going", "--save-to=none"});
  EXPECT_EQ(all.exit_code, 1) << all.all();
  EXPECT_THAT(all.out, HasSubstr("executions failed"));
}

TEST(Verify, NoticesATestThatIsNotDeterministic) {
  const SampleRun run;
  const ProgramResult result = run.test("NotDeterministic", {"--verify"});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("nondeterminism"));
}

TEST(Verify, ALoopWithoutEndIsNamed) {
  const SampleRun run;
  const ProgramResult result = run.test("SpinsForEver", {"--verify"});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("no end after 2000 steps"));
  EXPECT_THAT(result.out, HasSubstr("--max-steps"));
}

TEST(Verify, ACrashStillHasASchedule) {
  const SampleRun run;
  const ProgramResult result = run.test("Abort", {"--verify"});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("schedule: Sample.Abort.heddle"));
}

TEST(Verify, RefusesWhatCannotBeCombined) {
  const SampleRun run;
  const auto sentence = [&](const std::string& option) {
    const ProgramResult result = run({"--verify", option});
    EXPECT_EQ(result.exit_code, 2) << result.all();
    return result.err;
  };
  EXPECT_EQ(sentence("--strategy=pos"),
            "heddle: --verify and --strategy cannot be combined: a search makes its decisions by itself\n");
  EXPECT_THAT(sentence("--isolate"), HasSubstr("--verify and --isolate cannot be combined"));
  EXPECT_THAT(sentence("--history=h"), HasSubstr("--verify and --history cannot be combined"));
  EXPECT_THAT(sentence("--replay=x.heddle"), HasSubstr("--verify and --replay cannot be combined"));
}

}  // namespace
}  // namespace heddle
