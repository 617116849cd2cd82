// Numbers, durations and paragraphs as people read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

std::string with_thousands(std::uint64_t number);                         // 4,318
std::uint64_t rounded(double number);                                     // to two digits: 1,400,000
std::string count_of(std::uint64_t number, std::string_view singular);    // "1 trial", "4,318 trials"
std::string short_number(double number);                                  // 3.1 M, 103 k, 950
std::string duration_text(std::chrono::nanoseconds duration);             // 0.31 s, 38.2 s, 5 min 12 s
std::string clock_text(std::chrono::nanoseconds duration);                // 0:30, 1:02:05
std::string seed_text(std::uint64_t seed);                                // 0x1f3a

// "12 %", "0.3 %": two significant digits.
std::string percent(double fraction);

// The same, rounded up: for bounds, which must stay true.
std::string percent_up(double fraction);

// "60.9 %", rounded down: 100 % is all, and "under 0.1 %" is not nothing.
std::string share_of(std::uint64_t part, std::uint64_t whole);

// Breaks lines at spaces so that they take at most `width` columns; 0: never. Each line starts with `indent` spaces, those
// after a break with `hanging` more. Line ends in the text stay.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0, std::size_t hanging = 0);

// Safe to print: control characters, which could change a terminal, are shown as \xHH; tabs and line ends stay.
std::string printable(std::string_view text);

// One word of a shell's command line: quoted where it must be.
std::string shell_word(std::string_view text);

}  // namespace heddle
