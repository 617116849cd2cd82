#include "heddle/report/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace heddle {
namespace {

using namespace std::chrono_literals;

TEST(Words, CountsHaveSeparatorsAndPlurals) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1'000), "1,000");
  EXPECT_EQ(with_thousands(123'456'789), "123,456,789");
  EXPECT_EQ(with_thousands(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
  EXPECT_EQ(count_of(0, "trial"), "0 trials");
  EXPECT_EQ(count_of(1, "trial"), "1 trial");
  EXPECT_EQ(count_of(4318, "trial"), "4,318 trials");
}

TEST(Words, ShortNumbersHaveTwoDigits) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(950), "950");
  EXPECT_EQ(short_number(999.7), "1.0 k");
  EXPECT_EQ(short_number(3'140'000), "3.1 M");
  EXPECT_EQ(short_number(103'000), "103 k");
  EXPECT_EQ(short_number(999'600), "1.0 M");
  EXPECT_EQ(short_number(2e13), "20 T");
  EXPECT_EQ(short_number(2e16), "20000 T");
}

TEST(Words, DurationsChangeTheirUnit) {
  EXPECT_EQ(duration_text(0ns), "0.00 ms");
  EXPECT_EQ(duration_text(412us), "0.41 ms");
  EXPECT_EQ(duration_text(7ms), "7.0 ms");
  EXPECT_EQ(duration_text(70ms), "0.07 s");
  EXPECT_EQ(duration_text(310ms), "0.31 s");
  EXPECT_EQ(duration_text(38'240ms), "38.2 s");
  EXPECT_EQ(duration_text(59'999ms), "1 min 00 s");
  EXPECT_EQ(duration_text(312s), "5 min 12 s");
  EXPECT_EQ(duration_text(2h + 5min), "2 h 05 min");
  EXPECT_EQ(clock_text(0s), "0:00");
  EXPECT_EQ(clock_text(-5s), "0:00");
  EXPECT_EQ(clock_text(90s), "1:30");
  EXPECT_EQ(clock_text(1h + 2min + 5s), "1:02:05");
}

TEST(Words, PercentagesHaveTwoSignificantDigits) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(0.1234), "12 %");
  EXPECT_EQ(percent(0.5), "50 %");
  EXPECT_EQ(percent(0.0123), "1.2 %");
  EXPECT_EQ(percent(0.003), "0.3 %");
  EXPECT_EQ(percent(1), "100 %");
  EXPECT_EQ(percent(3e-7), "0.00003 %");
}

TEST(Words, BoundsAreRoundedUp) {
  EXPECT_EQ(percent_up(0.000299528), "0.03 %");
  EXPECT_EQ(percent_up(0.000301), "0.031 %");
  EXPECT_EQ(percent_up(0.95), "95 %");
  EXPECT_EQ(percent_up(0.9501), "96 %");
}

TEST(Words, LinesBreakAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 0), "one two three");
  EXPECT_EQ(wrapped("one two three", 8), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", 8, 2, 1), "  one\n   two\n   three");
  EXPECT_EQ(wrapped("about 6.9 % of", 9), "about\n6.9 % of");
  EXPECT_EQ(wrapped("unbreakable words", 5), "unbreakable\nwords");
  EXPECT_EQ(wrapped("a\n  b", 80, 2), "  a\n    b");
  EXPECT_EQ(wrapped("größe größe", 5), "größe\ngröße");
}

TEST(Words, TerminalsAreSafe) {
  EXPECT_EQ(printable("a\033[31mb\n\tc\x7F"), "a\\x1b[31mb\n\tc\\x7f");
  EXPECT_EQ(printable("größe"), "größe");
}

TEST(Words, ShellWordsAreQuotedWhereNeeded) {
  EXPECT_EQ(shell_word("./corfu_test"), "./corfu_test");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
}

TEST(Words, SharesAreRoundedDown) {
  EXPECT_EQ(share_of(4'711, 7'740), "60.8 %");
  EXPECT_EQ(share_of(7'740, 7'740), "100 %");
  EXPECT_EQ(share_of(99'999, 100'000), "99.9 %");
  EXPECT_EQ(share_of(1, 100'000), "under 0.1 %");
  EXPECT_EQ(share_of(0, 100'000), "0 %");
}

}  // namespace
}  // namespace heddle
