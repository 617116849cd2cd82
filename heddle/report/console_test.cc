#include "heddle/report/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "heddle/trace/text.h"
#include "tests/support/example_report.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

ConsoleStyle with_command(unsigned width = 0) {
  ConsoleStyle style;
  style.width = width;
  style.replay_command = [](const FoundFailure& found) { return "./corfu_test --replay=" + found.schedule_file; };
  return style;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, columns(line));
  return widest;
}

TEST(Console, CleanRunInPlainWords) {
  EXPECT_EQ(report_text(clean_report(), {}),
            "passed PingPong.EveryPingIsAnswered: no failure in 10,000 trials (0.31 s, 3.1 M operations/s); "
            "3,907 distinct partial orders; about 12 % of new trials would still show a new one; "
            "a trial fails with probability below 0.03 % (95 % confidence)\n"
            "  strategy portfolio, seed 0x1f3a, 2 workers\n");
}

TEST(Console, ATrialThatHadToBeEndedIsNoSuccess) {
  Report report = clean_report();
  report.unended = failed_report().failures.front();
  const std::string text = report_text(report, with_command());
  EXPECT_THAT(text, StartsWith("unfinished PingPong.EveryPingIsAnswered: no failure in 10,000 trials"));
  EXPECT_THAT(text, HasSubstr("and was ended, at studies/corfu/reader.cc:58  in task reader: an endless loop, "));
  EXPECT_THAT(text, HasSubstr("  schedule: corfu.tail.heddle      replay: "));
}

TEST(Console, CleanRunOnANarrowTerminal) {
  EXPECT_EQ(report_text(clean_report(), {.width = 80}),
            "passed PingPong.EveryPingIsAnswered: no failure in 10,000 trials (0.31 s, 3.1 M\n"
            "  operations/s); 3,907 distinct partial orders; about 12 % of new trials would\n"
            "  still show a new one; a trial fails with probability below 0.03 % (95 %\n"
            "  confidence)\n"
            "  strategy portfolio, seed 0x1f3a, 2 workers\n");
}

TEST(Console, FailureOnOneLineEachWhereThereIsRoom) {
  const std::string expected =
      "FAILED corfu.tail after 4,318 trials (0.07 s), seed 0x1f3a: assertion\n"
      "  reader read a value and then not_written: data lost  studies/corfu/reader.cc:58  in task reader\n"
      "  replayed 3 of 3; found by pos in trial 4,318\n"
      "  what happened:\n"
      "    1  writer   send Write{1} to head   writer.cc:12\n"
      "    2  reader   send Read{} to tail\n"
      "  schedule: corfu.tail.heddle      replay: ./corfu_test --replay=corfu.tail.heddle\n";
  EXPECT_EQ(report_text(failed_report(), with_command()), expected);
  EXPECT_EQ(report_text(failed_report(), with_command(200)), expected);
}

TEST(Console, FailureOnANarrowTerminal) {
  EXPECT_EQ(report_text(failed_report(), with_command(80)),
            "FAILED corfu.tail after 4,318 trials (0.07 s), seed 0x1f3a: assertion\n"
            "  reader read a value and then not_written: data lost\n"
            "    studies/corfu/reader.cc:58  in task reader\n"
            "  replayed 3 of 3; found by pos in trial 4,318\n"
            "  what happened:\n"
            "    1  writer   send Write{1} to head   writer.cc:12\n"
            "    2  reader   send Read{} to tail\n"
            "  schedule: corfu.tail.heddle\n"
            "    replay: ./corfu_test --replay=corfu.tail.heddle\n");
  EXPECT_LE(widest_line(report_text(clean_report(), {.width = 40})), 40u);
}

TEST(Console, StreamsPrintThemselves) {
  std::ostringstream out;
  out << failed_report();
  EXPECT_EQ(out.str(), report_text(failed_report(), {}));
  EXPECT_THAT(out.str(), HasSubstr("  schedule: corfu.tail.heddle\n"));
}

TEST(Console, DetailsAreIndentedTogether) {
  Report report = failed_report();
  report.failures[0].failure.kind = FailureKind::deadlock;
  report.failures[0].failure.detail = "      server waits\n        receive<Ping>\n      test waits\n";
  EXPECT_THAT(report_text(report, {}), HasSubstr("\n    server waits\n      receive<Ping>\n    test waits\n  replayed"));
}

TEST(Console, LongDetailsAreCut) {
  Report report = failed_report();
  std::string& detail = report.failures[0].failure.detail;
  for (int i = 1; i <= 1212; ++i) detail += "task" + std::to_string(i) + " waits\n";
  const std::string text = report_text(report, {});
  EXPECT_THAT(text, HasSubstr("\n    task100 waits\n    and 1,112 more lines (--verbose shows all)\n  replayed"));
  EXPECT_THAT(report_text(report, {.verbose = true}), HasSubstr("\n    task1212 waits\n  replayed"));
}

TEST(Console, LongStoriesAreCut) {
  Report report = failed_report();
  report.failures[0].story.clear();
  for (int i = 1; i <= 1212; ++i) report.failures[0].story.push_back("step " + std::to_string(i));
  const std::string text = report_text(report, {});
  EXPECT_THAT(text, HasSubstr("the last 30 of 1,212 lines (--verbose shows all):\nstep 1183\n"));
  EXPECT_THAT(text, HasSubstr("\nstep 1212\n"));
  EXPECT_THAT(text, Not(HasSubstr("step 1182\n")));
  EXPECT_THAT(report_text(report, {.verbose = true}), HasSubstr("  what happened:\nstep 1\n"));
}

TEST(Console, FailuresThatDoNotComeAgain) {
  Report report = failed_report();
  report.failures[0].replays = 1;
  report.failures[0].departed = "decision 17: expected reader send, but found writer send";
  const std::string text = report_text(report, {});
  EXPECT_THAT(text, HasSubstr("seed 0x1f3a: assertion, not deterministic\n"));
  EXPECT_THAT(text, HasSubstr("  replayed 1 of 3; found by pos"));
  EXPECT_THAT(text, HasSubstr("  a replay went another way: decision 17: expected reader send, but found writer"));
  EXPECT_THAT(text, HasSubstr("something that Heddle does not control"));
}

TEST(Console, KeepGoingCountsAllFailures) {
  Report report = failed_report();
  report.ended = Ended::trials;
  report.trials = 10'000;
  report.failed_trials = 12;
  report.failures[0].count = 11;
  report.failures.push_back(lost_data());
  report.failures[1].failure.message = "another one";
  const std::string text = report_text(report, {});
  EXPECT_THAT(text, HasSubstr("  replayed 3 of 3; found 11 times; first by pos in trial 4,318\n"));
  EXPECT_THAT(text, HasSubstr("\n  another one  studies/"));
  EXPECT_THAT(text, HasSubstr("\n  12 of 10,000 trials failed (0.12 %), in 2 different ways (0.08 s, "));
}

// Whatever is known of them: what failed is not verified.
TEST(Console, FailedExecutionsWithoutAFailureAreStillFailed) {
  Report report = clean_report();
  report.verifying = true;
  report.ended = Ended::exhausted;
  ASSERT_TRUE(report.verified());
  report.failed_trials = 1;
  EXPECT_FALSE(report.ok());
  EXPECT_FALSE(report.verified());
  EXPECT_THAT(report_text(report, {}), HasSubstr("1 of 10,000 executions failed"));
  EXPECT_EQ(report_text(report, {}).substr(0, 7), "FAILED ");
}

TEST(Console, NeverClaimsMoreThanWasSeen) {
  Report report = clean_report();
  report.seen_once = 0;
  report.distinct_orders = 4;
  EXPECT_THAT(closing_words(report), HasSubstr("hardly any new trial would show a new one"));
  // Each came twice or more, which says little where trials are few.
  report.trials = 10;
  EXPECT_THAT(closing_words(report), HasSubstr("up to 77 % of new trials may still show a new one"));
  report.trials = 1000;
  EXPECT_THAT(closing_words(report), HasSubstr("hardly any new trial would show a new one"));
  report.trials = 10'000;
  report.seen_once = report.distinct_orders = report.trials;
  EXPECT_THAT(closing_words(report), HasSubstr("nearly every new trial would still show a new one"));
  report.distinct_is_bound = true;
  EXPECT_THAT(closing_words(report), HasSubstr("at least 10,000 distinct partial orders, more than were counted; a trial"));
  report.ended = Ended::interrupted;
  EXPECT_THAT(closing_words(report), StartsWith("interrupted: no failure in 10,000 trials"));
  report.trials = 0;
  EXPECT_EQ(report_text(report, {}), "nothing PingPong.EveryPingIsAnswered: interrupted: no trial was run\n");
  report = clean_report();
  report.ended = Ended::exhausted;
  EXPECT_THAT(closing_words(report), Not(HasSubstr("probability")));
}

TEST(Console, ConflictAnalysisPerTrial) {
  Report report = clean_report();
  report.conflicts = {.on = true,
                      .trials = 10,
                      .operations = 1023,
                      .conflicting = 140,
                      .false_negatives = 1,
                      .false_positives = 13,
                      .signatures = 1};
  EXPECT_THAT(report_text(report, {}),
              HasSubstr("\n  conflict analysis, per trial: 102.3 operations, 14 conflicting, 0.1 false negatives, "
                        "1.3 false positives; 1 signature in the history\n"));
}

TEST(Console, ColoursOnlyTheFirstWord) {
  EXPECT_THAT(report_text(failed_report(), {.color = true}), StartsWith("\033[1;31mFAILED\033[0m corfu.tail after"));
  EXPECT_THAT(report_text(clean_report(), {.color = true}), StartsWith("\033[32mpassed\033[0m PingPong"));
}

TEST(Console, MessagesCannotChangeTheTerminal) {
  Report report = failed_report();
  report.failures[0].failure.message = "\033]0;title\a";
  EXPECT_THAT(report_text(report, {}), HasSubstr("  \\x1b]0;title\\x07  studies"));
}

TEST(Console, AnErrorDoesNotHideAFailure) {
  Report report = failed_report();
  report.error = "cannot write history.txt: No space left on device";
  const std::string text = report_text(report, {});
  EXPECT_THAT(text, StartsWith("FAILED corfu.tail"));
  EXPECT_THAT(text, HasSubstr("\nERROR corfu.tail: cannot write history.txt"));
}

TEST(Console, ReplaysSayWhetherTheFailureCameAgain) {
  Report report = failed_report();
  report.is_replay = true;
  EXPECT_THAT(report_text(report, {}), StartsWith("FAILED corfu.tail along a schedule: assertion\n  reader read a"));
  report.replayed_file = "a.heddle";
  report.saved_for = lost_data().failure;
  EXPECT_THAT(report_text(report, {}), StartsWith("FAILED corfu.tail along a.heddle: assertion\n  reader read a"));
  EXPECT_THAT(report_text(report, {}), Not(HasSubstr("another")));

  report.failures[0].failure.message = "something else";
  EXPECT_THAT(report_text(report, {}),
              HasSubstr("  this is another failure than the one that the file was saved for: assertion: reader read"));

  report.failures.clear();
  report.departed = "decision 3: expected reader exit, but found the end of the trial";
  EXPECT_EQ(report_text(report, {}),
            "passed corfu.tail: no failure along a.heddle\n"
            "  it was saved for this failure: assertion: reader read a value and then not_written: data lost\n"
            "  the run left the schedule at decision 3: expected reader exit, but found the end of the trial\n");
}

TEST(Report, GoodTuringAndTheBound) {
  EXPECT_DOUBLE_EQ(clean_report().chance_of_new_order(), 0.12);
  EXPECT_DOUBLE_EQ(Report{}.chance_of_new_order(), 1.0);
  EXPECT_DOUBLE_EQ(Report{}.failure_bound(), 1.0);
  for (const std::uint64_t trials : {1u, 2u, 59u, 10'000u}) {
    Report report;
    report.trials = trials;
    EXPECT_NEAR(std::pow(1 - report.failure_bound(), static_cast<double>(trials)), 0.05, 1e-9);
  }
}

}  // namespace
}  // namespace heddle
