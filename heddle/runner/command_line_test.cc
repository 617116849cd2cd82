#include "heddle/runner/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "heddle/trace/text.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

std::string complaint(std::vector<std::string> arguments) {
  try {
    parse_command_line(std::move(arguments));
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

Options options_of(std::vector<std::string> arguments, Options defaults = {}) {
  return parse_command_line(std::move(arguments)).apply_to(std::move(defaults));
}

TEST(CommandLine, SetsOnlyWhatWasGiven) {
  const Options own = {.strategy = "pct:3", .trials = 77, .settings = {.max_steps = 5}};
  const Options options = options_of({"--trials=1e6", "--seed", "0x1f"}, own);
  EXPECT_EQ(options.trials, 1'000'000u);
  EXPECT_EQ(options.seed, 0x1fu);
  EXPECT_EQ(options.strategy, "pct:3");
  EXPECT_EQ(options.settings.max_steps, 5u);
  EXPECT_EQ(options_of({}, own).trials, 77u);
}

TEST(CommandLine, EveryOptionOfAnExploration) {
  const Options options = options_of(
      {"--strategy=pos+", "--time=30s", "--workers=3", "--isolate", "--keep-going", "--in-process",
       "--check-determinism", "--history=h.txt", "--signature=location", "--save-to=out", "--max-steps=1k",
       "--max-time=5m", "--max-tasks=9", "--max-mailbox=8", "--max-memory=1G", "--fair-after=7", "--stack-size=64k",
       "--stuck=250ms", "--timers=any", "--deadlock=any", "--delivery=causal"});
  EXPECT_EQ(options.strategy, "pos+");
  EXPECT_EQ(options.time, 30s);
  EXPECT_EQ(options.workers, 3u);
  EXPECT_TRUE(options.isolate && options.keep_going && options.in_process && options.check_determinism);
  EXPECT_EQ(options.history, "h.txt");
  EXPECT_EQ(options.signature, "location");
  EXPECT_EQ(options.save_to, "out");
  EXPECT_EQ(options.settings.max_steps, 1'000u);
  EXPECT_EQ(options.settings.max_time, 5min);
  EXPECT_EQ(options.settings.max_tasks, 9u);
  EXPECT_EQ(options.settings.max_mailbox, 8u);
  EXPECT_EQ(options.max_memory_mb, 1024u);
  EXPECT_EQ(options.settings.fair_after, 7u);
  EXPECT_EQ(options.settings.stack_bytes, 65'536u);
  EXPECT_EQ(options.stuck, 250ms);
  EXPECT_EQ(options.settings.time, TimeMode::any_time);
  EXPECT_EQ(options.settings.deadlock, DeadlockRule::any);
  EXPECT_EQ(options.settings.delivery, Delivery::causal);
}

TEST(CommandLine, WhatToDo) {
  const CommandLine line = parse_command_line({"--list", "--filter=Corfu*,-Slow", "--json=a.json", "--junit=a.xml",
                                               "-v", "--color=never"});
  EXPECT_TRUE(line.list && line.verbose);
  EXPECT_FALSE(line.quiet);
  EXPECT_EQ(line.filter, "Corfu*,-Slow");
  EXPECT_EQ(line.json, "a.json");
  EXPECT_EQ(line.junit, "a.xml");
  EXPECT_EQ(parse_command_line({"--regressions=r"}).regressions, "r");
  EXPECT_EQ(line.color, ColorChoice::never);
  EXPECT_EQ(parse_command_line({"--replay=x.heddle"}).replay, "x.heddle");
}

TEST(CommandLine, ATimeLiftsTheUsualNumberOfTrials) {
  EXPECT_EQ(options_of({"--time=30s"}).trials, 0u);
  EXPECT_EQ(options_of({"--time=30s", "--trials=5"}).trials, 5u);
  EXPECT_EQ(options_of({}).trials, Options{}.trials);
}

TEST(CommandLine, TheLastOneWins) {
  EXPECT_EQ(options_of({"--trials=5", "--trials=6"}).trials, 6u);
  EXPECT_EQ(options_of({"--save-to=a", "--save-to=none"}).save_to, "");
}

TEST(CommandLine, HelpWithAndWithoutTopic) {
  EXPECT_EQ(parse_command_line({"--help"}).help, "");
  EXPECT_EQ(parse_command_line({"-h"}).help, "");
  EXPECT_EQ(parse_command_line({"--help=strategy"}).help, "strategy");
  EXPECT_EQ(parse_command_line({"--help", "--list"}).help, "");
  EXPECT_EQ(parse_command_line({"--nonsense", "--help"}).help, "");
  EXPECT_FALSE(parse_command_line({"--list"}).help.has_value());
}

TEST(CommandLine, UnknownOptions) {
  EXPECT_EQ(complaint({"--trails=5"}), "no option --trails (did you mean --trials?); --help lists them");
  EXPECT_EQ(complaint({"--keepgoing"}), "no option --keepgoing (did you mean --keep-going?); --help lists them");
  EXPECT_EQ(complaint({"--xyzzy"}), "no option --xyzzy; --help lists them");
  EXPECT_EQ(complaint({"-z"}), "no option -z; --help lists them");
  EXPECT_EQ(complaint({"tail"}), "'tail' is not an option; tests are chosen with --filter=tail");
  EXPECT_EQ(complaint({"--list", "--", "x"}), "'x' is not an option; tests are chosen with --filter=x");
}

TEST(CommandLine, ImpossibleValues) {
  EXPECT_EQ(complaint({"--trials=abc"}), "--trials=abc is not a count; write 20000, 100k or 1e6");
  EXPECT_EQ(complaint({"--trials=1e30"}), "--trials=1e30 is too large");
  EXPECT_EQ(complaint({"--trials=-5"}), "--trials=-5 is not a count; write 20000, 100k or 1e6");
  EXPECT_EQ(complaint({"--time=30"}), "--time=30 has no unit; write 30s, 500ms, 5m or 1h");
  EXPECT_EQ(complaint({"--time=5us"}), "--time=5us must be at least 1.0 ms, or 0");
  EXPECT_EQ(complaint({"--seed=x"}), "--seed=x is not a seed; write a number like 1234 or 0x1f3a");
  EXPECT_EQ(complaint({"--workers=5000"}), "--workers=5000 must be at most 1,024");
  EXPECT_EQ(complaint({"--max-steps=0"}), "--max-steps=0 must be at least 1");
  EXPECT_EQ(complaint({"--max-tasks=1e10"}), "--max-tasks=1e10 must be at most 4,294,967,295");
  EXPECT_EQ(complaint({"--stack-size=1k"}), "--stack-size=1k must be from 16k to 1024M");
  EXPECT_EQ(complaint({"--stuck=0"}), "--stuck=0 must be at least 0.01 s");
  EXPECT_EQ(complaint({"--timers=vitual"}),
            "--timers=vitual is not known (did you mean 'virtual'?); it can be virtual, any, any:N");
  EXPECT_EQ(complaint({"--workers=-1"}), "--workers=-1 must be a whole number from 0 to 1,024");
  EXPECT_EQ(complaint({"--max-time=0"}), "--max-time=0 must be more than 0");
  EXPECT_EQ(complaint({"--color=blue"}), "--color=blue is not known; it can be auto, always, never");
}

TEST(CommandLine, ValuesThatAreMissingOrTooMany) {
  EXPECT_EQ(complaint({"--trials"}), "--trials needs a value: --trials=N");
  EXPECT_EQ(complaint({"--replay"}), "--replay needs a value: --replay=FILE");
  EXPECT_EQ(complaint({"--json="}), "--json needs a value: --json=FILE");
  EXPECT_EQ(complaint({"--time=5s", "--max-time"}), "--max-time needs a value: --max-time=DURATION");
  // What follows is an option of its own, not the missing value.
  EXPECT_EQ(complaint({"--save-to=", "--filter=a"}), "--save-to needs a value: --save-to=FOLDER");
  EXPECT_EQ(complaint({"--save-to", "--filter=a"}), "--save-to needs a value: --save-to=FOLDER");
  EXPECT_EQ(complaint({"--help=", "--list"}), "--help needs a value: --help=TOPIC");
  EXPECT_EQ(complaint({"--list=yes"}), "--list takes no value");
  EXPECT_EQ(complaint({"--replay=a", "--regressions=b"}), "--replay and --regressions cannot be used together");
  EXPECT_EQ(complaint({"--replay=a", "--filter=b"}),
            "--replay and --filter cannot be combined: a schedule names its test");
  EXPECT_EQ(complaint({"--regressions=a", "--trials=5"}),
            "--regressions and --trials cannot be combined: a schedule is one trial");
  EXPECT_EQ(complaint({"-q", "-v"}), "--quiet and --verbose cannot be used together");
}

TEST(Help, FitsEightyColumnsAndHasEveryOptionOnce) {
  const std::string help = help_text("./corfu_test", "");
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 80u) << line;
  std::set<std::string_view> names;
  for (const OptionRow& row : option_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_THAT(help, HasSubstr(std::string(row.name)));
  }
  EXPECT_THAT(help, HasSubstr("usage: ./corfu_test [options]"));
  EXPECT_THAT(help, HasSubstr("[10000; no limit with --time]"));
  EXPECT_THAT(help, HasSubstr("Exit code: 0 no failure"));
}

TEST(Help, Topics) {
  EXPECT_THAT(help_text("x", "filter"), HasSubstr("exactly this test"));
  EXPECT_THAT(help_text("x", "strategy"), HasSubstr("pos"));
  // Two columns, to the last line.
  std::istringstream lines(help_text("x", "strategy"));
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with("  ") && line.size() > 13 && line[12] == ' ' && line[13] != ' ') << line;
    EXPECT_LE(columns(line), 80u) << line;
  }
  EXPECT_THROW(help_text("x", "weather"), UsageError);
}

}  // namespace
}  // namespace heddle
