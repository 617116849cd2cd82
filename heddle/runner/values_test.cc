#include "heddle/runner/values.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace heddle {
namespace {

using namespace std::chrono_literals;

// What a parser says against a text; empty: nothing.
template <class Parser>
std::string complaint(Parser parser, std::string_view text) {
  try {
    parser(text);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Values, Counts) {
  EXPECT_EQ(parse_count("0"), 0u);
  EXPECT_EQ(parse_count("20000"), 20'000u);
  EXPECT_EQ(parse_count("1e6"), 1'000'000u);
  EXPECT_EQ(parse_count("1E+6"), 1'000'000u);
  EXPECT_EQ(parse_count("1.5e3"), 1'500u);
  EXPECT_EQ(parse_count("100k"), 100'000u);
  EXPECT_EQ(parse_count("1.5M"), 1'500'000u);
  EXPECT_EQ(parse_count("2G"), 2'000'000'000u);
  EXPECT_EQ(parse_count("100e-2"), 1u);
  EXPECT_EQ(parse_count("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_count("0e99999999999"), 0u);
}

TEST(Values, CountsThatAreNone) {
  for (const char* text : {"", " ", "abc", "-1", "+1", "1x", "1 000", "1,000", "k", ".", "e6", "1e", "0x10", "1kk",
                           "1..5", "nan", "inf", "1e6 ", " 1"}) {
    EXPECT_EQ(complaint(parse_count, text), "is not a count; write 20000, 100k or 1e6") << "'" << text << "'";
  }
  for (const char* text : {"18446744073709551616", "1e20", "1e99999999999999999999", "99999999999999999999999999",
                           "18446744073709551615k", "1e1000"}) {
    EXPECT_EQ(complaint(parse_count, text), "is too large") << text;
  }
  for (const char* text : {"0.5", "1.0001k", "1e-3"})
    EXPECT_EQ(complaint(parse_count, text), "is not a whole number") << text;
}

TEST(Values, Bytes) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("256k"), 262'144u);
  EXPECT_EQ(parse_bytes("64KiB"), 65'536u);
  EXPECT_EQ(parse_bytes("1.5M"), 1'572'864u);
  EXPECT_EQ(parse_bytes("8G"), std::size_t{8} << 30);
  EXPECT_EQ(complaint(parse_bytes, "256kk"), "is not a size; write 262144, 256k or 1M");
  EXPECT_EQ(complaint(parse_bytes, "99999999999G"), "is too large");
}

TEST(Values, Seeds) {
  EXPECT_EQ(parse_seed("1234"), 1234u);
  EXPECT_EQ(parse_seed("0x1f3A"), 0x1f3au);
  EXPECT_EQ(parse_seed("0xffffffffffffffff"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(complaint(parse_seed, "0x10000000000000000"), "is too large; a seed has 64 bits");
  for (const char* text : {"", "0x", "12ab", "-1", "1e6", "0x0x1"})
    EXPECT_EQ(complaint(parse_seed, text), "is not a seed; write a number like 1234 or 0x1f3a") << text;
}

TEST(Values, Durations) {
  EXPECT_EQ(parse_duration("0"), 0ns);
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("30s"), 30s);
  EXPECT_EQ(parse_duration("5m"), 5min);
  EXPECT_EQ(parse_duration("5min"), 5min);
  EXPECT_EQ(parse_duration("1.5h"), 90min);
  EXPECT_EQ(parse_duration("2d"), 48h);
  EXPECT_EQ(parse_duration("1e3us"), 1ms);
  EXPECT_EQ(complaint(parse_duration, "30"), "has no unit; write 30s, 500ms, 5m or 1h");
  EXPECT_EQ(complaint(parse_duration, "0.5ns"), "is finer than a nanosecond");
  EXPECT_EQ(complaint(parse_duration, "1e9d"), "is too large");
  for (const char* text : {"", "s", "-5s", "5 s", "5sec", "1m30s", "ms5"})
    EXPECT_EQ(complaint(parse_duration, text), "is not a duration; write 500ms, 30s, 5m or 1h") << text;
}

}  // namespace
}  // namespace heddle
