#include "heddle/report/activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/report/activity_files.h"
#include "heddle/report/json.h"
#include "heddle/report/scenarios.h"
#include "heddle/trace/text.h"
#include "tests/support/example_report.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Activity example() {
  Activity activity;
  const std::pair<std::string_view, std::uint64_t> counts[] = {
      {"state\tServer\tIdle", 12'000},
      {"state\tServer\tBusy", 3'000},
      {"state\tServer\tBroken", 0},
      {"rule\tServer\tBusy\tDone\tgo", 2'999},
      {"rule\tServer\tIdle\tRequest\tgo", 3'000},
      {"rule\tServer\tIdle\tCrash\tgo", 0},
      {"rule\tServer\tBusy\tRequest\tdefer", 0},
      {"move\tServer\tBusy\tDone\tIdle", 2'999},
      {"move\tServer\tIdle\tCrash\tBroken", 0},
      {"move\tServer\tIdle\tRequest\tBusy", 2'990},
      {"move\tServer\tIdle\tRetry\tBusy", 10},
      {"state\tClient\tAsking", 7},
      {"rule\tClient\tAsking\t*\ton", 7},
      {"scenario\tLateVote", 3},
      {"state\tno name", 3},
  };
  for (const auto& [name, count] : counts) add_count(activity, name, count);
  sort(activity);
  return activity;
}

TEST(Activity, IsPutTogetherFromCounts) {
  const Activity activity = example();
  ASSERT_EQ(activity.types.size(), 2u);
  EXPECT_EQ(activity.types[0].type, "Client");
  const TypeActivity& server = activity.types[1];
  EXPECT_EQ(server.states[2].name, "Broken");
  EXPECT_EQ(server.rules[0].state, "Idle");  // in the order of the states
  EXPECT_EQ(server.rules[0].event, "Request");
  EXPECT_EQ(server.transitions[0].to, "Busy");
  const ReachedParts parts = reached(activity);
  EXPECT_EQ(parts.states.all, 4u);
  EXPECT_EQ(parts.states.reached, 3u);
  EXPECT_EQ(parts.rules.never(), 2u);
  EXPECT_EQ(parts.transitions.never(), 1u);
}

TEST(Activity, OfSeveralTestsAddsUp) {
  Activity all = example();
  Activity more;
  add_count(more, "state\tServer\tBroken", 5);
  add_count(more, "state\tServer\tLost", 0);
  add_count(more, "move\tServer\tIdle\tCrash\tBroken", 5);
  add_count(more, "state\tBackup\tIdle", 1);
  merge(all, more);
  ASSERT_EQ(all.types.size(), 3u);
  EXPECT_EQ(all.types[0].type, "Backup");
  EXPECT_EQ(all.types[2].states[2].count, 5u);
  EXPECT_EQ(all.types[2].states[3].name, "Lost");
  EXPECT_EQ(reached(all).transitions.never(), 0u);
  more.left_out = true;
  merge(all, more);
  EXPECT_TRUE(all.left_out);
}

TEST(Activity, HasASummary) {
  EXPECT_EQ(activity_summary({}), "activity: no machine was started, and no monitor watched");
  EXPECT_EQ(
      activity_summary(example()),
      "activity: 2 types of machines and monitors, 3 of 4 states, 3 of 5 rules, 3 of 4 transitions; never: Server in "
      "Broken, Server in Idle: go Crash, Server in Busy: defer Request");
  Activity many = example();
  for (int i = 0; i < 9; ++i) many.types[0].states.push_back({"S" + std::to_string(i), 0});
  many.left_out = true;
  EXPECT_THAT(activity_summary(many), HasSubstr("Client in S5 and 6 more; there was more than could be counted"));
}

TEST(Activity, IsATable) {
  EXPECT_EQ(activity_table(example()),
            "activity: 2 types of machines and monitors, 3 of 4 states, 3 of 5 rules, 3 of 4\n"
            "  transitions; never: Server in Broken, Server in Idle: go Crash, Server in\n"
            "  Busy: defer Request\n"
            "\n"
            "Client\n"
            "  state            entered\n"
            "    Asking               7\n"
            "  rule            followed\n"
            "    Asking: on *         7\n"
            "  all of it was reached\n"
            "\n"
            "Server\n"
            "  state                       entered\n"
            "    Idle                       12,000\n"
            "    Busy                        3,000\n"
            "  ! Broken                      never\n"
            "  rule                       followed\n"
            "    Idle: go Request            3,000\n"
            "  ! Idle: go Crash              never\n"
            "    Busy: go Done               2,999\n"
            "  ! Busy: defer Request         never\n"
            "  transition                     made\n"
            "    Idle -> Busy on Request     2,990\n"
            "    Idle -> Busy on Retry          10\n"
            "  ! Idle -> Broken on Crash     never\n"
            "    Busy -> Idle on Done        2,999\n"
            "  never: 1 of 3 states, 2 of 4 rules, 1 of 4 transitions\n");
}

TEST(Activity, ATableFits80Columns) {
  Activity activity = example();
  activity.types[1].states[1].name = std::string(90, 's');
  activity.types[1].rules[0].event = "VeryLong" + std::string(90, 'e');
  std::string text = activity_table(activity);
  for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
    EXPECT_LE(columns(text.substr(0, end)), 80u) << text.substr(0, end);
}

TEST(Activity, IsJson) {
  Activity activity;
  add_count(activity, "state\tServer\tIdle", 3);
  add_count(activity, "rule\tServer\tIdle\tRequest\tgo", 0);
  add_count(activity, "move\tServer\tIdle\tRequest\tIdle", 0);
  EXPECT_EQ(activity_json(activity, "./vote_test", "0.1.0"), R"({
  "format": 1,
  "heddle": "0.1.0",
  "program": "./vote_test",
  "complete": true,
  "types": [
    {
      "type": "Server",
      "states": [
        {
          "name": "Idle",
          "count": 3
        }
      ],
      "rules": [
        {
          "state": "Idle",
          "event": "Request",
          "reaction": "go",
          "count": 0
        }
      ],
      "transitions": [
        {
          "from": "Idle",
          "event": "Request",
          "to": "Idle",
          "count": 0
        }
      ]
    }
  ]
}
)");
  activity.left_out = true;
  EXPECT_THAT(activity_json(activity, "", ""), HasSubstr("\"complete\": false"));
}

TEST(Activity, IsADrawing) {
  EXPECT_EQ(activity_dot(example()),
            R"(// states with how often they were entered, transitions with how often they were made; dashed: never
digraph activity {
  graph [fontname="Helvetica", fontsize=12, nodesep=0.4, ranksep=0.6];
  node [shape=box, style="rounded,filled", fillcolor="#e3f1e3", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, color="#555555"];
  subgraph cluster_1 {
    label="Client";
    color="#aaaaaa";
    t1s1 [label=<Asking<br/>×7<font point-size="9"><br/>on * ×7</font>>];
  }
  subgraph cluster_2 {
    label="Server\nnever: 1 of 3 states, 2 of 4 rules, 1 of 4 transitions";
    color="#aaaaaa";
    t2s1 [label=<Idle<br/>×12,000>];
    t2s2 [label=<Busy<br/>×3,000<font point-size="9"><br/><font color="#c0392b">defer Request never</font></font>>];
    t2s3 [label=<Broken<br/>never>, color="#c0392b", fontcolor="#c0392b", fillcolor="white", style="rounded,filled,dashed"];
    t2s1 -> t2s2 [label="Request ×2,990\nRetry ×10"];
    t2s1 -> t2s3 [label="Crash never", color="#c0392b", fontcolor="#c0392b", style=dashed];
    t2s2 -> t2s1 [label="Done ×2,999"];
  }
}
)");
  Activity templates;
  add_count(templates, "state\tServer<\"x\">\tA<B & C>", 1);
  EXPECT_THAT(activity_dot(templates), HasSubstr("[label=<A&lt;B &amp; C&gt;<br/>×1>]"));
  EXPECT_THAT(activity_dot(templates), HasSubstr("label=\"Server<\\\"x\\\">\";"));
  EXPECT_THAT(activity_dot({}), HasSubstr("digraph activity {"));
}

Report with_scenarios() {
  Report report = clean_report();
  report.scenario_trials = report.trials;
  report.scenarios = {{"LateVote", 12}, {"SplitVote", 0}};
  return report;
}

TEST(Scenarios, AreLines) {
  Report report = with_scenarios();
  EXPECT_EQ(scenarios_text(report, {}),
            "  scenario LateVote: reached in 12 of 10,000 trials\n"
            "  scenario SplitVote: never reached\n");
  EXPECT_THAT(report_text(report, {}), HasSubstr("\n  scenario LateVote: reached in 12 of 10,000 trials\n"));
  report.verifying = true;
  EXPECT_THAT(report_text(report, {}), HasSubstr("\n  scenario LateVote: reached in 12 of 10,000 executions\n"));
  report.counts_left_out = true;
  EXPECT_THAT(scenarios_text(report, {}), HasSubstr("there may be more scenarios"));
  report = failed_report();
  EXPECT_THAT(report_text(report, {}), Not(HasSubstr("scenario")));
  report.scenarios = with_scenarios().scenarios;
  EXPECT_THAT(report_text(report, {}), HasSubstr("\n  scenario SplitVote: never reached\n"));
}

TEST(Scenarios, OfAReplayAreReachedOrNot) {
  Report report = with_scenarios();
  report.is_replay = true;
  report.trials = report.scenario_trials = report.scenarios[0].trials = 1;
  EXPECT_THAT(report_text(report, {}),
              HasSubstr("\n  scenario LateVote: reached\n  scenario SplitVote: not reached\n"));
}

TEST(Scenarios, AreInTheJsonReport) {
  RunRecord run;
  run.reports.push_back(with_scenarios());
  EXPECT_THAT(json_text(run), HasSubstr("      \"scenarios\": [\n"
                                        "        {\n"
                                        "          \"name\": \"LateVote\",\n"
                                        "          \"trials\": 12\n"
                                        "        },\n"));
  EXPECT_THAT(json_text(run), HasSubstr("\"scenario_trials\": 10000"));
}

}  // namespace
}  // namespace heddle
