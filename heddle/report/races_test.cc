#include "heddle/report/races.h"

#include <gtest/gtest.h>

#include "heddle/trace/text.h"
#include "tests/support/example_report.h"

namespace heddle {
namespace {

OperationText operation(std::string task, std::string kind, std::string file, std::uint32_t line) {
  return {std::move(task), std::move(kind), std::move(file), line};
}

Report with_races() {
  Report report = clean_report();
  report.verifying = report.races_asked = true;
  report.trials = 36;
  report.races.push_back({operation("adder#1", "send", "examples/counter.cc", 12),
                          operation("adder#2", "send", "examples/counter.cc", 12), "mailbox of counter", 30});
  report.races.push_back(
      {operation("adder#1", "send", "examples/counter.cc", 12), operation("test", "kill", "", 0), "", 6});
  return report;
}

std::size_t widest(std::string_view text) {
  std::size_t most = 0;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
    most = std::max(most, columns(text.substr(0, end)));
  return most;
}

TEST(Races, AreATable) {
  EXPECT_EQ(races_text(with_races(), {}),
            "  races: 2 pairs of operations could go either way, in so many of 36 executions\n"
            "    30  adder#1  send  counter.cc:12  mailbox of counter\n"
            "        adder#2  send  counter.cc:12\n"
            "     6  adder#1  send  counter.cc:12\n"
            "        test     kill\n");
}

TEST(Races, AreToldOnlyIfAskedFor) {
  Report report = with_races();
  report.races_asked = false;
  EXPECT_EQ(races_text(report, {}), "");
  report.races_asked = true;
  report.races.clear();
  EXPECT_EQ(races_text(report, {}), "  races: none in 36 executions\n");
}

TEST(Races, FitTheTerminal) {
  Report report = with_races();
  report.races[0].one.task = "cluster/" + std::string(60, 'w') + "/writer#12";
  report.races[0].other.file = "a_file_with_a_name_that_goes_on_for_quite_a_while_test.cc";
  report.races[0].object = "register of " + report.races[0].one.task;
  report.races[0].executions = 1'234'567;
  const std::string narrow = races_text(report, {.width = 80});
  EXPECT_LE(widest(narrow), 80u) << narrow;
  EXPECT_NE(narrow.find("/writer#12  send"), std::string::npos) << narrow;
  const std::string wide = races_text(report, {.width = 200});
  EXPECT_LE(widest(wide), 200u) << wide;
  EXPECT_GT(widest(wide), 150u) << wide;
  EXPECT_NE(races_text(report, {}).find(report.races[0].object), std::string::npos);
}

TEST(Races, ManyAreCutShort) {
  Report report = with_races();
  while (report.races.size() < 50) report.races.push_back(report.races[1]);
  EXPECT_NE(races_text(report, {}).find("    and 10 more, which --verbose shows\n"), std::string::npos);
  EXPECT_EQ(races_text(report, {.verbose = true}).find("more"), std::string::npos);
  report.races_left_out = true;
  EXPECT_NE(races_text(report, {}).find("there were more than could be kept"), std::string::npos);
}

}  // namespace
}  // namespace heddle
