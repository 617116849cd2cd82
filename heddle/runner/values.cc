#include "heddle/runner/values.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace heddle {

namespace {

// digits × 10^exponent; exact, where a double would round 2^64-1.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
  bool too_large = false;
};

constexpr int kLargestExponent = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes a number like 12, 1.5 or 2e6 from the front of the text; nothing if there is none.
std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal number;
  bool any = false;
  bool after_point = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (!is_digit(text[i])) break;
    any = true;
    const auto digit = static_cast<std::uint64_t>(text[i] - '0');
    if (number.digits > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
      number.too_large = true;
    } else {
      number.digits = number.digits * 10 + digit;
      if (after_point) --number.exponent;
    }
  }
  if (!any) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const bool plus = i + 1 < text.size() && text[i + 1] == '+';
    int exponent = 0;
    const char* start = text.data() + i + (plus ? 2 : 1);
    const auto read = std::from_chars(start, text.data() + text.size(), exponent);
    if (read.ec == std::errc::result_out_of_range) exponent = kLargestExponent;
    if (read.ec != std::errc::invalid_argument) {
      number.exponent += exponent > kLargestExponent ? kLargestExponent : exponent;
      i = static_cast<std::size_t>(read.ptr - text.data());
    }
  }
  text.remove_prefix(i);
  return number;
}

// number × unit as a whole number of at most `limit`.
std::uint64_t scaled(Decimal number, std::uint64_t unit, std::uint64_t limit,
                     const char* fraction = "is not a whole number") {
  __extension__ typedef unsigned __int128 Wide;
  const UsageError too_large("is too large");
  if (number.too_large) throw too_large;
  Wide value = static_cast<Wide>(number.digits) * unit;
  for (; number.exponent > 0 && value != 0; --number.exponent) {
    value *= 10;
    if (value > limit) throw too_large;
  }
  for (; number.exponent < 0 && value != 0; ++number.exponent) {
    if (value % 10 != 0) throw UsageError(fraction);
    value /= 10;
  }
  if (value > limit) throw too_large;
  return static_cast<std::uint64_t>(value);
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

template <std::size_t N>
const Unit* find_unit(const Unit (&units)[N], std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

}  // namespace

std::uint64_t parse_count(std::string_view text) {
  static constexpr Unit kUnits[] = {{"", 1},          {"k", 1'000},          {"K", 1'000},
                                    {"m", 1'000'000}, {"M", 1'000'000},      {"g", 1'000'000'000},
                                    {"G", 1'000'000'000}};
  std::string_view rest = text;
  const auto number = take_decimal(rest);
  const Unit* unit = find_unit(kUnits, rest);
  if (!number || !unit) throw UsageError("is not a count; write 20000, 100k or 1e6");
  return scaled(*number, unit->factor, std::numeric_limits<std::uint64_t>::max());
}

std::size_t parse_bytes(std::string_view text) {
  static constexpr std::uint64_t kKibi = 1024;
  static constexpr Unit kUnits[] = {
      {"", 1},         {"B", 1},           {"k", kKibi},          {"K", kKibi},         {"kB", kKibi},
      {"KB", kKibi},   {"KiB", kKibi},     {"m", kKibi * kKibi},  {"M", kKibi * kKibi}, {"MB", kKibi * kKibi},
      {"MiB", kKibi * kKibi},              {"g", kKibi * kKibi * kKibi},
      {"G", kKibi * kKibi * kKibi},        {"GB", kKibi * kKibi * kKibi},
      {"GiB", kKibi * kKibi * kKibi}};
  std::string_view rest = text;
  const auto number = take_decimal(rest);
  const Unit* unit = find_unit(kUnits, rest);
  if (!number || !unit) throw UsageError("is not a size; write 262144, 256k or 1M");
  return scaled(*number, unit->factor, std::numeric_limits<std::size_t>::max());
}

std::uint64_t parse_seed(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  std::uint64_t seed = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, seed, hexadecimal ? 16 : 10);
  if (read.ptr == end && read.ec == std::errc::result_out_of_range)
    throw UsageError("is too large; a seed has 64 bits");
  if (read.ec != std::errc() || read.ptr != end)
    throw UsageError("is not a seed; write a number like 1234 or 0x1f3a");
  return seed;
}

std::chrono::nanoseconds parse_duration(std::string_view text) {
  static constexpr std::uint64_t kSecond = 1'000'000'000;
  static constexpr Unit kUnits[] = {{"ns", 1},           {"us", 1'000},        {"ms", 1'000'000},
                                    {"s", kSecond},      {"m", 60 * kSecond},  {"min", 60 * kSecond},
                                    {"h", 3600 * kSecond}, {"d", 24 * 3600 * kSecond}};
  std::string_view rest = text;
  const auto number = take_decimal(rest);
  if (number && rest.empty()) {
    if (number->digits == 0 && !number->too_large) return std::chrono::nanoseconds(0);
    throw UsageError(fmt::format("has no unit; write {}s, 500ms, 5m or 1h", text));
  }
  const Unit* unit = find_unit(kUnits, rest);
  if (!number || !unit) throw UsageError("is not a duration; write 500ms, 30s, 5m or 1h");
  constexpr auto kMost = static_cast<std::uint64_t>(std::chrono::nanoseconds::max().count());
  return std::chrono::nanoseconds(
      static_cast<std::int64_t>(scaled(*number, unit->factor, kMost, "is finer than a nanosecond")));
}

}  // namespace heddle
