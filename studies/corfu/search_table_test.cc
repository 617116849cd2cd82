// The command that prints the paper's tables, run as a user would run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "studies/corfu/paper.h"
#include "tests/support/run_program.h"

namespace corfu {
namespace {

using namespace std::chrono_literals;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

heddle::ProgramResult run_table(std::vector<std::string> arguments, const heddle::RunSettings& settings = {}) {
  return heddle::run_program(HEDDLE_TEST_BIN_DIR "/corfu_search_table", std::move(arguments), settings);
}

TEST(Paper, HasEightCombinationsInTableTwoOfWhichTheFirstIsAlsoInTableOne) {
  const std::vector<PaperTable> tables = paper_tables();
  ASSERT_EQ(tables.size(), 3u);
  ASSERT_EQ(tables[0].rows.size(), 6u);
  ASSERT_EQ(tables[1].rows.size(), 8u);
  EXPECT_EQ(tables[1].rows[0].search, tables[0].rows[3].search);
  EXPECT_EQ(tables[1].rows[7].name, "observers + conditional + two keys");
  EXPECT_EQ(name_of(tables[1].rows[7].search.scenario), "tail.conditional.keys.2w");
  for (const PaperTable& table : tables)
    for (const PaperRow& row : table.rows)
      EXPECT_TRUE(!row.paper || row.paper->bug == has_bug(row.search)) << table.name << ": " << row.name;
}

TEST(Paper, TellsTimeAsThePaperDoes) {
  EXPECT_EQ(time_text(68s), "68 s");
  EXPECT_EQ(time_text(6min + 20s), "6 min 20 s");
  EXPECT_EQ(time_text(144h), "144 h");
  EXPECT_EQ(time_text(5h + 30min), "5 h 30 min");
}

TEST(SearchTable, PutsOursBesideThePapers) {
  const heddle::TemporaryFolder folder;
  const auto result = run_table({"--filter=^table 2: observers + conditional$", "--json=" + folder.file("t.json")});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.err, IsEmpty());
  EXPECT_THAT(result.out, HasSubstr("table 2: method 1"));
  EXPECT_THAT(result.out, Not(HasSubstr("table 1")));
  EXPECT_THAT(result.out, ContainsRegex("  observers \\+ conditional +212 +19 s yes +[0-9]+ +[0-9.]+ m?s  "
                                        "sequence  bug: data lost\n"));
  const auto json = nlohmann::json::parse(heddle::read_text(folder.file("t.json")));
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["name"], "table 2: observers + conditional: executions");
  EXPECT_EQ(json[0]["paper"], 212);
  EXPECT_EQ(json[0]["finished"], true);
  EXPECT_EQ(json[1]["unit"], "seconds");
  EXPECT_EQ(json[2]["unit"], "bugs");
  EXPECT_EQ(json[2]["ok"], true);
}

TEST(SearchTable, SaysHowFarItGotInTheTimeOfARow) {
  const heddle::TemporaryFolder folder;
  const auto result =
      run_table({"--filter=table 1: method ? without*", "--time=20ms", "--json=" + folder.file("t.json")});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, ContainsRegex("method 3 without bound +>30,000,000 +>750 h \\? +>[0-9,]+ +>[0-9.]+ m?s  "
                                        "sequence  not finished"));
  const auto json = nlohmann::json::parse(heddle::read_text(folder.file("t.json")));
  EXPECT_EQ(json.back()["name"], "table 1: method 3 without bound: bugs");
  EXPECT_EQ(json.front()["finished"], false);
  EXPECT_TRUE(json[2]["ok"].is_null()) << "no time to find the bug is not that there is none";
}

// If the time suffices to look ahead; it does not on a slow machine.
TEST(SearchTable, ForetellsHowLongAProofWillTake) {
  const auto result = run_table({"--filter=proofs: conditional + two*", "--time=2s"});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, ContainsRegex("graph     not finished(: [0-9a-z., ]+ executions[^,]*(, [^,]+ left)?)?\n"));
}

TEST(SearchTable, CtrlCEndsItWithWhatIsThere) {
  const heddle::TemporaryFolder folder;
  heddle::RunSettings settings;
  settings.meanwhile = [](pid_t process) {
    for (int i = 0; i < 1000 && heddle::processes_in_group(process) < 2; ++i) std::this_thread::sleep_for(20ms);
    std::this_thread::sleep_for(500ms);
    kill(-process, SIGINT);
  };
  const std::string rows = "--filter=proofs: initial*,table 1: method 3 without*";
  const auto result = run_table({rows, "--time=0", "--json=" + folder.file("t.json")}, settings);
  EXPECT_EQ(result.exit_code, 130) << result.all();
  EXPECT_FALSE(result.left_processes);
  EXPECT_THAT(result.out, HasSubstr("interrupted"));
  EXPECT_THAT(result.out, Not(HasSubstr("proofs"))) << "the next table does not begin";
  EXPECT_EQ(nlohmann::json::parse(heddle::read_text(folder.file("t.json"))).size(), 3u);
}

TEST(SearchTable, ListsItsRows) {
  const auto result = run_table({"--list", "--filter=proofs"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "proofs: conditional + one cell\nproofs: conditional + two keys\nproofs: initial model\n");
}

TEST(SearchTable, HelpNamesItsOptions) {
  const auto result = run_table({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* option : {"--time", "--filter", "--list", "--json"}) EXPECT_THAT(result.out, HasSubstr(option));
}

TEST(SearchTable, SaysWhatIsWrong) {
  const std::pair<std::vector<std::string>, std::string> kCases[] = {
      {{"--time=5"}, "--time=5 has no unit"},
      {{"--time=soon"}, "--time=soon is not a duration"},
      {{"--filter=method 4"}, "no row matches --filter=method 4"},
      {{"--json=/nowhere/t.json"}, "cannot write '/nowhere/t.json'"},
      {{"--tme=5s"}, "--tme=5s"},
  };
  for (const auto& [arguments, message] : kCases) {
    const auto result = run_table(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments[0];
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_THAT(result.out, IsEmpty()) << arguments[0];
  }
}

}  // namespace
}  // namespace corfu
