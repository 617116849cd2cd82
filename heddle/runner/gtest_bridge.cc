#include "heddle/runner/gtest_bridge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "heddle/report/console.h"
#include "heddle/report/words.h"
#include "heddle/runner/explore.h"
#include "heddle/runner/replay_file.h"
#include "heddle/runner/session.h"

namespace heddle {

namespace {

// What HEDDLE_OPTIONS asks for, read once.
struct Wishes {
  CommandLine line;
  std::optional<ScheduleFile> schedule;  // to replay
};

Wishes read_wishes() {
  const char* text = std::getenv("HEDDLE_OPTIONS");
  std::istringstream words(text ? text : "");
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  Wishes wishes{parse_command_line(std::move(arguments)), std::nullopt};
  const CommandLine& line = wishes.line;
  if (line.help || line.version || line.list || !line.filter.empty() || !line.regressions.empty() ||
      !line.json.empty() || !line.junit.empty() || !line.activity.empty())
    throw UsageError("options about which tests run and what is written are GoogleTest's own here: --gtest_filter, "
                     "--gtest_list_tests, --gtest_output");
  if (!line.replay.empty()) wishes.schedule = read_schedule(line.replay);
  return wishes;
}

std::string replay_command(const Test& test, const FoundFailure& found) {
  return fmt::format("HEDDLE_OPTIONS={} {} --gtest_filter={}", shell_word("--replay=" + found.schedule_file),
                     shell_word(program_invocation_name), shell_word(test.name));
}

class Bridged final : public testing::Test {
 public:
  Bridged(heddle::Test test, const Wishes& wishes) : test_(std::move(test)), wishes_(wishes) {}

  void TestBody() override {
    if (wishes_.schedule && wishes_.schedule->test != test_.name)
      GTEST_SKIP() << wishes_.line.replay << " is a schedule of " << wishes_.schedule->test;
    const Report report = wishes_.schedule ? replayed(*wishes_.schedule) : explored();
    ConsoleStyle style;
    style.verbose = wishes_.line.verbose;
    style.replay_command = [this](const FoundFailure& found) { return replay_command(test_, found); };
    if (!report.ok()) ADD_FAILURE_AT(test_.file.c_str(), test_.line) << report_text(report, style);
  }

 private:
  Report replayed(const ScheduleFile& file) const {
    return replay_file(test_, wishes_.line.replay, file, replay_options(test_, file, wishes_.line));
  }

  Report explored() const {
    Options options = wishes_.line.apply_to(test_.options);
    options.name = test_.name;
    return explore(test_.body, options);
  }

  const heddle::Test test_;
  const Wishes& wishes_;
};

}  // namespace

void register_with_gtest() {
  watch_expectations();
  static const Wishes wishes = [] {
    try {
      return read_wishes();
    } catch (const UsageError& error) {
      fmt::print(stderr, "heddle: HEDDLE_OPTIONS: {}\n", error.what());
      std::exit(kExitUsage);
    }
  }();
  for (const Test& test : all_tests()) {
    const auto dot = test.name.find('.');
    const std::string suite = dot == std::string::npos ? "Heddle" : test.name.substr(0, dot);
    const std::string name = dot == std::string::npos ? test.name : test.name.substr(dot + 1);
    // Made as a plain testing::Test, so that TEST() can share the suite.
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, test.file.c_str(), test.line,
                          [test]() -> testing::Test* { return new Bridged(test, wishes); });
  }
}

}  // namespace heddle
