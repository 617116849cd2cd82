// --graph: which race led to which execution, and where failures lie.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(Drawing, HasABoxForEachExecutionAndAnArrowForEachButTheFirst) {
  const SampleRun run;
  const ProgramResult result = run.test("Passes", {"--verify", "--graph=g.dot", "--json=report.json"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, StartsWith("verified Sample.Passes: 6 executions"));
  EXPECT_THAT(result.out, HasSubstr("\n  drawing: g.dot (of a search by sequences, on one core)\n"));
  const std::string text = read_text(run.file("g.dot"));
  EXPECT_THAT(text, HasSubstr("label=\"Sample.Passes: 6 executions, 0 failed\""));
  EXPECT_EQ(count(text, "[label=\""), 6u + 5u) << text;
  EXPECT_EQ(count(text, " -> "), 5u) << text;
  EXPECT_THAT(text, HasSubstr("before adder send (sample_tests.cc:"));
  EXPECT_THAT(text, HasSubstr("\\nat mailbox of counter\""));
  EXPECT_THAT(read_text(run.file("report.json")), HasSubstr("\"drawing\": \"g.dot\""));
}

TEST(Drawing, ShowsFailures) {
  const SampleRun run;
  const ProgramResult all = run.test("Assertion", {"--verify", "--graph=all.dot", "--keep-going", "--save-to=none"});
  EXPECT_EQ(all.exit_code, 1) << all.all();
  EXPECT_THAT(all.out, HasSubstr("  drawing: all.dot "));
  const std::string text = read_text(run.file("all.dot"));
  EXPECT_THAT(text, HasSubstr("label=\"Sample.Assertion: 6 executions, 4 failed\""));
  EXPECT_EQ(count(text, "\\nassertion\\nsample_tests.cc:"), 4u) << text;

  EXPECT_EQ(run.test("Assertion", {"--verify", "--graph=first.dot", "--save-to=none"}).exit_code, 1);
  EXPECT_THAT(read_text(run.file("first.dot")), HasSubstr(", 1 failed\""));
  // The process that drew is dead.
  EXPECT_EQ(run.test("Abort", {"--verify", "--graph=crash.dot", "--save-to=none"}).exit_code, 1);
  EXPECT_THAT(read_text(run.file("crash.dot")), HasSubstr("e1 [label=\"1\\ncrash"));
}

TEST(Drawing, OfASearchThatWasStopped) {
  const SampleRun run;
  const ProgramResult result = run.test("Passes", {"--verify", "--graph=g.dot", "--trials=2"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(read_text(run.file("g.dot")), HasSubstr("label=\"Sample.Passes: 2 executions, 0 failed\""));
  EXPECT_EQ(run.test("Passes", {"--verify", "--graph=here.dot", "--in-process"}).exit_code, 0);
  EXPECT_THAT(read_text(run.file("here.dot")), HasSubstr(" 6 executions, 0 failed"));
}

TEST(Drawing, AnImageNeedsGraphviz) {
  const SampleRun run;
  const ProgramResult missing =
      run.test("Passes", {"--verify", "--graph=g.svg"}, {.environment = {"PATH=" + run.file("nowhere")}});
  EXPECT_EQ(missing.exit_code, 2) << missing.all();
  EXPECT_EQ(missing.err,
            "heddle: --graph=g.svg needs the program dot of graphviz, which is not in PATH; another ending than .svg "
            "gives the drawing in its language\n");

  // One that takes "-Tsvg -oFILE FILE.dot".
  const auto put_dot = [&](const std::string& script) {
    std::filesystem::create_directories(run.file("bin"));
    write_text(run.file("bin/dot"), "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(run.file("bin/dot"), std::filesystem::perms::owner_all);
  };
  const RunSettings with_dot{.environment = {fmt::format("PATH={}:/usr/bin:/bin", run.file("bin"))}};
  put_dot("cp \"$3\" \"${2#-o}\"");
  const ProgramResult drawn = run.test("Passes", {"--verify", "--graph=g.svg"}, with_dot);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.all();
  EXPECT_THAT(drawn.out, HasSubstr("  drawing: g.svg "));
  EXPECT_THAT(read_text(run.file("g.svg")), HasSubstr("digraph"));
  EXPECT_FALSE(std::filesystem::exists(run.file("g.svg.dot")));
  put_dot("exit 1");
  const ProgramResult failed = run.test("Passes", {"--verify", "--graph=h.svg"}, with_dot);
  EXPECT_EQ(failed.exit_code, 0) << failed.all();
  EXPECT_THAT(failed.out, HasSubstr("  no drawing was made: graphviz's dot could not make an image of h.svg.dot\n"));
  EXPECT_THAT(read_text(run.file("h.svg.dot")), HasSubstr("digraph"));
}

TEST(Drawing, RefusesWhatCannotBeDrawn) {
  const SampleRun run;
  EXPECT_EQ(run({"--graph=g.dot"}).err, "heddle: --graph draws a search: it needs --verify\n");
  EXPECT_THAT(run({"--verify", "--graph=g.dot"}).err, HasSubstr("has room for one test"));
  EXPECT_THAT(run({"--verify", "--graph=g.dot", "--search=graph"}).err,
              HasSubstr("a search by graphs does not go that way"));
  EXPECT_THAT(run({"--verify", "--graph=g.dot", "--reduction=sleep"}).err, HasSubstr("only --reduction=optimal"));
  EXPECT_THAT(run({"--verify", "--graph=g.dot", "--bound-steps=3"}).err, HasSubstr("only --reduction=optimal"));
  EXPECT_EQ(run.test("Passes", {"--verify", "--graph=nowhere/g.dot"}).exit_code, 2);
  EXPECT_THAT(run.test("Passes", {"--verify"}).out, Not(HasSubstr("drawing")));
}

}  // namespace
}  // namespace heddle
