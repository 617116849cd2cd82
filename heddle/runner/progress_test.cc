#include "heddle/runner/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "heddle/trace/text.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Snapshot half_way() {
  return {.name = "corfu.tail",
          .strategy = "pos+",
          .trials = 5'000,
          .trial_limit = 10'000,
          .trials_per_second = 61'022.4,
          .distinct_orders = 3'907,
          .elapsed = 30s,
          .time_limit = 0s};
}

TEST(ProgressBar, WideEnoughForEverything) {
  EXPECT_EQ(progress_bar(half_way(), 120, false),
            "corfu.tail  [###########...........]  5,000 of 10,000 trials  0:30 left  61,022/s  3,907 distinct orders  "
            "pos+");
  EXPECT_EQ(progress_bar(half_way(), 120, true),
            "corfu.tail  ▕███████████           ▏  5,000 of 10,000 trials  0:30 left  61,022/s  3,907 distinct orders  "
            "pos+");
}

TEST(ProgressBar, FitsEveryWidth) {
  Snapshot now = half_way();
  now.name = "AVeryLongSuite.WithAVeryLongNameOfItsTest";
  for (unsigned width = 1; width <= 200; ++width) {
    for (const bool unicode : {false, true}) {
      EXPECT_LE(columns(progress_bar(now, width, unicode)), width);
      EXPECT_LE(columns(progress_bar(half_way(), width, unicode)), width);
    }
  }
}

TEST(ProgressBar, ShowsPartsOfACell) {
  Snapshot now = half_way();
  now.trials = 100;  // 22 cells, of which 0.22 are full
  EXPECT_THAT(progress_bar(now, 120, true), HasSubstr("▕▏                     ▏"));
  now.trials = 20'000;  // workers may run a few more
  EXPECT_THAT(progress_bar(now, 120, true), HasSubstr("▕██████████████████████▏"));
}

TEST(ProgressBar, WithoutLimitThereIsNoBar) {
  Snapshot now = half_way();
  now.trial_limit = 0;
  EXPECT_EQ(progress_bar(now, 79, false),
            "corfu.tail  5,000 trials  0:30  61,022/s  3,907 distinct orders  pos+");
  EXPECT_LT(fraction_done(now), 0);
}

TEST(ProgressBar, TimeAndTrials) {
  Snapshot now = half_way();
  now.trial_limit = 0;
  now.time_limit = 40s;
  EXPECT_DOUBLE_EQ(fraction_done(now), 0.75);
  EXPECT_THAT(progress_bar(now, 120, false), HasSubstr("5,000 trials  0:30 of 0:40"));
  now.trial_limit = 10'000;
  EXPECT_DOUBLE_EQ(fraction_done(now), 0.75);  // the time ends first
  EXPECT_THAT(progress_bar(now, 120, false), HasSubstr("0:10 left"));
  now.trials = 0;
  now.elapsed = 0s;
  EXPECT_THAT(progress_bar(now, 120, false), HasSubstr("0:00 of 0:40"));
  now.trials = 1;
  now.time_limit = 0s;
  now.trial_limit = ~0ull;
  EXPECT_THAT(progress_bar(now, 120, false), HasSubstr("trials  0:00"));
}

// What comes out of a pipe.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() {
    close(ends_[0]);
    if (ends_[1] >= 0) close(ends_[1]);
  }
  int in() const { return ends_[1]; }
  std::string text() {
    close(ends_[1]);
    ends_[1] = -1;
    std::string all;
    char buffer[4096];
    for (ssize_t n; (n = read(ends_[0], buffer, sizeof buffer)) > 0;) all.append(buffer, static_cast<std::size_t>(n));
    return all;
  }

 private:
  int ends_[2];
};

TEST(Progress, LinesEveryTenSeconds) {
  Pipe pipe;
  const auto progress = make_progress({.fd = pipe.in()});
  Snapshot now = half_way();
  for (now.elapsed = 0s; now.elapsed < 25s; now.elapsed += 100ms) progress->update(now);
  progress->finish();
  now.elapsed = 9s;  // another, short test
  progress->update(now);
  EXPECT_EQ(pipe.text(),
            "corfu.tail: 5,000 of 10,000 trials, 61,022/s, 3,907 distinct orders, 0:10 left\n"
            "corfu.tail: 5,000 of 10,000 trials, 61,022/s, 3,907 distinct orders, 0:20 left\n");
}

TEST(Progress, ABarIsClearedAtTheEnd) {
  Pipe pipe;
  const auto progress = make_progress({.fd = pipe.in(), .redraws = true, .width = 80});
  for (int i = 0; i < 1000; ++i) progress->update(half_way());
  progress->finish();
  progress->finish();
  const std::string text = pipe.text();
  EXPECT_THAT(text, StartsWith("\r"));
  EXPECT_TRUE(text.ends_with("\r\033[K"));
  // The first is drawn at once, the others at most ten times a second.
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 5);
}

TEST(Progress, APipeThatNobodyReadsHurtsNobody) {
  signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const auto progress = make_progress({.fd = ends[1], .redraws = true, .width = 80});
  progress->update(half_way());
  progress->finish();
  close(ends[1]);
}

TEST(Terminal, APipeIsNone) {
  Pipe pipe;
  const Terminal terminal = look_at_terminal(pipe.in());
  EXPECT_FALSE(terminal.redraws);
  EXPECT_FALSE(terminal.color);
  EXPECT_EQ(terminal.width, 0u);
  EXPECT_TRUE(look_at_terminal(pipe.in(), ColorChoice::always).color);
}

TEST(Terminal, TheLocaleDecidesAboutUnicode) {
  Pipe pipe;
  setenv("LC_ALL", "en_GB.UTF-8", 1);
  EXPECT_TRUE(look_at_terminal(pipe.in()).unicode);
  setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(look_at_terminal(pipe.in()).unicode);
  unsetenv("LC_ALL");
}

TEST(Progress, ASearchTellsOfItsPlansAndPromisesNoEnd) {
  Snapshot now;
  now.name = "corfu";
  now.strategy = "search";
  now.trials = 5'334;
  now.explored = 0.25;
  now.trials_per_second = 26'000;
  now.elapsed = std::chrono::seconds(10);
  EXPECT_EQ(progress_line(now), "corfu: 5,334 executions, 25 % of what is planned so far, 26,000/s, 0:10");
  EXPECT_EQ(progress_bar(now, 80, false),
            "corfu  [#....]  5,334 executions, 25 % of what is planned so far  0:10  26,000/s");
}

TEST(Progress, ASearchThatKnowsAboutHowMuchThereIsTellsThat) {
  Snapshot now;
  now.name = "corfu";
  now.strategy = "search";
  now.trials = 350'000;
  now.explored = 0;
  now.expected = {1'412'345, 1'000'000, 1'900'000};
  now.trials_per_second = 35'000;
  now.elapsed = std::chrono::seconds(10);
  EXPECT_EQ(progress_line(now),
            "corfu: 350,000 of about 1.4 million executions (+-35 %), 35,000/s, 0:30 left");
  EXPECT_EQ(progress_bar(now, 100, false).substr(0, 11), "corfu  [##.");
  now.expected = {15e9, 4e9, 2e11};
  EXPECT_EQ(progress_line(now), "corfu: 350,000 of 4 to 200 billion executions, 35,000/s, 1.3 to 66 days left");
  now.trials = 1'500'000;
  now.expected = {1'500'001, 1'500'001, 0};
  EXPECT_EQ(progress_line(now), "corfu: 1,500,000 executions, more than expected, 35,000/s, 0:10");
}

}  // namespace
}  // namespace heddle
