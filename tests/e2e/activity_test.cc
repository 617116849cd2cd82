// --activity, and scenarios: what machines and monitors did, over all trials, workers and tests of a run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class ActivityRun {
 public:
  ProgramResult operator()(std::vector<std::string> arguments, RunSettings settings = {}) const {
    settings.folder = folder_.path();
    return run_program(program("activity_tests"), std::move(arguments), settings);
  }

  ProgramResult test(const std::string& name, std::vector<std::string> more, const RunSettings& settings = {}) const {
    std::vector<std::string> arguments = {"--filter=^Activity." + name + "$", "--seed=1", "--strategy=pos",
                                          "--trials=400"};
    if (std::find(more.begin(), more.end(), "--verify") != more.end()) arguments.resize(2);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return (*this)(std::move(arguments), settings);
  }

  std::string file(const std::string& name) const { return folder_.file(name); }
  Json json(const std::string& name) const { return Json::parse(read_text(file(name))); }

 private:
  TemporaryFolder folder_;
};

// "scenario X: reached in N of ..." -> N
std::string reached(const ProgramResult& result, const std::string& scenario) {
  const std::string before = "\n  scenario " + scenario + ": reached in ";
  const auto at = result.out.find(before);
  if (at == std::string::npos) return "?";
  return result.out.substr(at + before.size(), result.out.find(' ', at + before.size()) - at - before.size());
}

TEST(ActivityCoverage, SaysWhatWasReachedAndWhatNever) {
  const ActivityRun run;
  const ProgramResult result = run.test("Passes", {"--activity=a.txt"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(
      result.out,
      HasSubstr("\nactivity: 3 types of machines and monitors, 4 of 5 states, 4 of 9 rules, 2 of 3 transitions; "
                "never: Server in Stopped, Server in Idle: ignore Done, Server in Idle: go Stop, Server in Busy: "
                "on Reset, Server in Stopped: ignore *, SomebodyResets in Watching: on Reset\n"));
  const std::string table = read_text(run.file("a.txt"));
  EXPECT_THAT(table, AllOf(HasSubstr("\nServer\n  state                       entered\n    Idle "),
                           HasSubstr("\n  ! Stopped                     never\n"),
                           HasSubstr("\n  ! Busy: on Reset              never\n"),
                           HasSubstr("\n    Idle -> Busy on Request       800\n"),
                           HasSubstr("\n  ! Idle -> Stopped on Stop     never\n"),
                           HasSubstr("\n  never: 1 of 3 states, 4 of 7 rules, 1 of 3 transitions\n")));
}

TEST(ActivityCoverage, IsTheSameForAnyNumberOfProcesses) {
  const ActivityRun run;
  std::map<std::string, Json> files;
  std::map<std::string, std::string> scenarios;
  for (const std::string how : {"--workers=1", "--workers=3", "--isolate", "--in-process"}) {
    std::filesystem::remove(run.file("a.json"));
    const ProgramResult result = run.test("Passes", {"--activity=a.json", how});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    files[how] = run.json("a.json");
    scenarios[how] = reached(result, "SecondFirst");
  }
  const Json& one = files["--workers=1"];
  for (const auto& [how, file] : files) EXPECT_EQ(file, one) << how << file.dump(1);
  for (const auto& [how, count] : scenarios) EXPECT_EQ(count, scenarios["--workers=1"]) << how;
  EXPECT_GT(std::stoi(scenarios["--workers=1"]), 100);
  EXPECT_EQ(one["complete"], true);
  EXPECT_EQ(one["types"][1]["type"], "Server");
  EXPECT_EQ(one["types"][1]["states"][0], (Json{{"name", "Idle"}, {"count", 1'200}}));
}

TEST(ActivityCoverage, SurvivesTrialsThatCrash) {
  const ActivityRun run;
  std::map<std::string, std::string> scenarios;
  for (const std::string how : {"--workers=1", "--workers=2", "--isolate"}) {
    const ProgramResult result =
        run.test("CrashesIfSecondIsFirst",
                 {"--activity=a.json", "--json=report.json", "--keep-going", "--save-to=none", "--trials=60", how});
    EXPECT_EQ(result.exit_code, 1) << result.all();
    const Json report = run.json("report.json")["tests"][0];
    const Json scenario = report["scenarios"][0];
    EXPECT_EQ(scenario["name"], "SecondFirst");
    EXPECT_EQ(scenario["trials"], report["failed_trials"]) << how;  // each crash comes after it
    EXPECT_EQ(report["scenario_trials"], 60) << how;
    EXPECT_EQ(run.json("a.json")["types"][0]["states"][0]["count"], 60) << how;
    scenarios[how] = reached(result, "SecondFirst");
  }
  EXPECT_EQ(scenarios["--workers=1"], scenarios["--workers=2"]);
  EXPECT_EQ(scenarios["--workers=1"], scenarios["--isolate"]);
  // The first crash ends the run.
  const ProgramResult first =
      run.test("CrashesIfSecondIsFirst", {"--activity=first.txt", "--workers=1", "--save-to=none"});
  EXPECT_EQ(first.exit_code, 1) << first.all();
  EXPECT_THAT(first.out, HasSubstr("  scenario SecondFirst: reached in 1 of "));
  EXPECT_THAT(read_text(run.file("first.txt")), HasSubstr("Watching: on Request"));
}

TEST(ActivityCoverage, OfSeveralTestsIsOneFile) {
  const ActivityRun run;
  const ProgramResult result =
      run({"--filter=Passes,Stops,HasNoMachines", "--seed=1", "--trials=100", "--activity=all.json"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  const Json server = run.json("all.json")["types"][1];
  EXPECT_EQ(server["states"][2], (Json{{"name", "Stopped"}, {"count", 100}}));
  EXPECT_EQ(server["transitions"][1], (Json{{"from", "Idle"}, {"event", "Stop"}, {"to", "Stopped"}, {"count", 100}}));
  EXPECT_EQ(server["transitions"][0]["count"], 200);
}

TEST(ActivityCoverage, OfASearch) {
  const ActivityRun run;
  std::map<std::string, Json> files;
  for (const std::string search : {"graph", "sequence"}) {
    const ProgramResult result = run.test("Passes", {"--verify", "--search=" + search, "--activity=a.json"});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, AllOf(HasSubstr("verified Activity.Passes: 2 executions, no failure"),
                                  HasSubstr("\n  scenario SecondFirst: reached in 1 of 2 executions\n"),
                                  HasSubstr("\n  scenario SomebodyResets: never reached\n")));
    files[search] = run.json("a.json");
  }
  EXPECT_EQ(files["graph"]["types"][1]["transitions"], files["sequence"]["types"][1]["transitions"]);
}

TEST(ActivityCoverage, OfAReplay) {
  const ActivityRun run;
  const ProgramResult found = run.test("CrashesIfSecondIsFirst", {"--workers=1"});
  EXPECT_EQ(found.exit_code, 1) << found.all();
  const ProgramResult again = run({"--replay=Activity.CrashesIfSecondIsFirst.heddle", "--activity=r.txt"});
  EXPECT_EQ(again.exit_code, 1) << again.all();
  EXPECT_THAT(again.out, HasSubstr("\n  scenario SecondFirst: reached\n"));
  EXPECT_THAT(again.out, HasSubstr("\nactivity: 1 type of machines and monitors, 1 of 1 state, "));
  EXPECT_THAT(read_text(run.file("r.txt")), HasSubstr("    Watching "));
}

TEST(ActivityCoverage, IsToldOnlyIfAskedFor) {
  const ActivityRun run;
  const ProgramResult plain = run.test("Passes", {});
  EXPECT_THAT(plain.out, AllOf(Not(HasSubstr("activity")), HasSubstr("\n  scenario SomebodyResets: never reached\n")));
  EXPECT_THAT(run.test("HasNoMachines", {}).out, Not(HasSubstr("scenario")));
  EXPECT_THAT(run.test("HasNoMachines", {"--activity=none.txt"}).out,
              HasSubstr("\nactivity: no machine was started, and no monitor watched\n"));
  EXPECT_EQ(run.test("Passes", {"--quiet", "--activity=q.dot"}).out, "");
  EXPECT_THAT(read_text(run.file("q.dot")),
              AllOf(HasSubstr("digraph activity {"), HasSubstr("[label=\"Request ×800\"]"), HasSubstr("style=dashed")));
}

TEST(ActivityCoverage, AnImageIsMadeByGraphviz) {
  const ActivityRun run;
  const auto put_dot = [&](const std::string& script) {
    std::filesystem::create_directories(run.file("bin"));
    write_text(run.file("bin/dot"), "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(run.file("bin/dot"), std::filesystem::perms::owner_all);
  };
  const RunSettings with_dot{.environment = {fmt::format("PATH={}:/usr/bin:/bin", run.file("bin"))}};
  put_dot("cp \"$3\" \"${2#-o}\"");
  EXPECT_EQ(run.test("Passes", {"--activity=a.svg"}, with_dot).exit_code, 0);
  EXPECT_THAT(read_text(run.file("a.svg")), HasSubstr("digraph activity"));
  EXPECT_FALSE(std::filesystem::exists(run.file("a.svg.dot")));
  // What was found is not lost.
  put_dot("exit 1");
  const ProgramResult failed = run.test("Passes", {"--activity=b.svg"}, with_dot);
  EXPECT_EQ(failed.exit_code, 2) << failed.all();
  EXPECT_EQ(failed.err, "heddle: graphviz's dot could not make an image of b.svg.dot\n");
  EXPECT_THAT(read_text(run.file("b.svg.dot")), HasSubstr("digraph activity"));
  const ProgramResult crash =
      run.test("CrashesIfSecondIsFirst", {"--activity=c.svg", "--save-to=none", "--workers=1"}, with_dot);
  EXPECT_EQ(crash.exit_code, 1) << crash.all();
  EXPECT_THAT(crash.err, HasSubstr("could not make an image of c.svg.dot"));
}

TEST(ActivityCoverage, RefusesWhatCannotBeWritten) {
  const ActivityRun run;
  const auto refused = [&](const std::vector<std::string>& arguments, const RunSettings& settings = {}) {
    const ProgramResult result = run.test("Passes", arguments, settings);
    EXPECT_EQ(result.exit_code, 2) << result.all();
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(refused({"--activity=a.png"}),
            "heddle: --activity=a.png: the ending says what to write, and .png is not known; it can be .txt (a table), "
            ".json, .dot (for graphviz) or .svg (an image)\n");
  EXPECT_THAT(refused({"--activity=activity"}), HasSubstr("and there is none; it can be .txt"));
  EXPECT_EQ(refused({"--activity=nowhere/a.txt"}),
            "heddle: cannot write nowhere/a.txt: nowhere: No such file or directory\n");
  EXPECT_EQ(refused({"--activity=a.json", "--json=a.json"}), "heddle: --activity and --json cannot both be a.json\n");
  EXPECT_THAT(refused({"--activity=a.svg"}, {.environment = {"PATH=" + run.file("nowhere")}}),
              HasSubstr("--activity=a.svg needs the program dot of graphviz"));
  EXPECT_EQ(refused({"--activity"}), "heddle: --activity needs a value: --activity=FILE\n");
}

}  // namespace
}  // namespace heddle
