#include "heddle/trace/text.h"

#include <gtest/gtest.h>

#include "heddle/base/random.h"

namespace heddle {
namespace {

TEST(Text, EscapesWhatWouldBreakALine) {
  EXPECT_EQ(escape("plain # text: 100 %"), "plain # text: 100 %");
  EXPECT_EQ(escape("a\nb\r\tc\\"), "a\\nb\\r\\tc\\\\");
  EXPECT_EQ(escape(std::string_view("\0\x1b[31m\x7f", 7)), "\\x00\\x1b[31m\\x7f");
  EXPECT_EQ(escape("ends in spaces  "), "ends in spaces \\x20");
  EXPECT_EQ(escape("a=b c", "= "), "a\\x3db\\x20c");
}

TEST(Text, KeepsUtf8AndEscapesWhatIsNot) {
  EXPECT_EQ(escape("gr\u00fc\u00dfe \u2026 \U0001f600"), "gr\u00fc\u00dfe \u2026 \U0001f600");
  EXPECT_EQ(escape("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(escape("\xc3"), "\\xc3");                    // cut short
  EXPECT_EQ(escape("\xc0\x80"), "\\xc0\\x80");           // overlong
  EXPECT_EQ(escape("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(escape("\xc2\x9b"), "\\xc2\\x9b");           // a control character
}

TEST(Text, UnescapeRefusesWhatIsNoEscape) {
  std::string bytes;
  EXPECT_FALSE(unescape("\\q", bytes));
  EXPECT_FALSE(unescape("end\\", bytes));
  EXPECT_EQ(bytes, "end");
  EXPECT_FALSE(unescape("\\x4", bytes));
  EXPECT_FALSE(unescape("\\xg0", bytes));
  EXPECT_TRUE(unescape("\\x4A\\x4a", bytes));
  EXPECT_EQ(bytes, "JJ");
}

TEST(Text, RoundTripsAnyBytes) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes;
    for (auto n = random.below(12); n > 0; --n)
      bytes += random.below(2) ? static_cast<char>(random.below(256)) : "\\nx 2\xc2\xa0\xe2\x80\xa6"[random.below(11)];
    const std::string text = escape(bytes);
    EXPECT_EQ(text.find_first_of("\n\r\t"), std::string::npos);
    EXPECT_FALSE(text.ends_with(' '));
    for (std::size_t at = 0; at < text.size(); at += code_point_length(text.substr(at)))
      ASSERT_NE(code_point_length(text.substr(at)), 0u) << text;
    std::string back;
    ASSERT_TRUE(unescape(text, back));
    ASSERT_EQ(back, bytes);
  }
}

TEST(Text, CutsByColumns) {
  EXPECT_EQ(columns("gr\u00fc\u00dfe"), 5u);
  EXPECT_EQ(cut_end("gr\u00fc\u00dfe", 5), "gr\u00fc\u00dfe");
  EXPECT_EQ(cut_end("gr\u00fc\u00dfe", 4), "gr\u00fc\u2026");
  EXPECT_EQ(cut_start("gr\u00fc\u00dfe", 4), "\u2026\u00fc\u00dfe");
  EXPECT_EQ(cut_end("long", 1), "\u2026");
  EXPECT_EQ(cut_start("long", 1), "\u2026");
  EXPECT_EQ(cut_end("long", 0), "");
  EXPECT_EQ(columns(cut_end("\xff\xff\xff\xff", 3)), 3u);
}

}  // namespace
}  // namespace heddle
