#include "heddle/report/expected.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "heddle/report/words.h"

namespace heddle {
namespace {

constexpr double kWide = 0.5;        // off by that share, up or down
constexpr double kHardlyOff = 0.005;

struct Unit {
  double size;
  std::string_view name;
  double lowest;  // such number of units is told in it beside a larger one
};
constexpr double kYear = 365.0 * 86400;
constexpr double kLifetime = 100 * kYear;
constexpr Unit kLarge[] = {{1, "", 0}, {1e6, " million", 0.1}, {1e9, " billion", 0.1}, {1e12, " trillion", 0.1}};
constexpr Unit kTimes[] = {{1, " s", 0}, {60, " min", 1}, {3600, " h", 1}, {86400, " days", 1}, {kYear, " years", 1}};
constexpr double kTimesFrom[] = {0, 100, 100 * 60, 48 * 3600, 2 * kYear};

const Unit& large_unit(double number) {
  const Unit* unit = kLarge;
  while (unit + 1 < std::end(kLarge) && number >= 0.995 * unit[1].size) ++unit;
  return *unit;
}

const Unit& time_unit(double seconds) {
  std::size_t i = 0;
  while (i + 1 < std::size(kTimes) && seconds >= kTimesFrom[i + 1]) ++i;
  return kTimes[i];
}

// Two digits, without the unit's name.
std::string digits(double number, const Unit& unit) {
  const double tenths = std::round(number / unit.size * 10);
  if (unit.size == 1 || tenths >= 100 || std::fmod(tenths, 10) == 0) return with_thousands(rounded(number / unit.size));
  return fmt::format("{:.1f}", tenths / 10);
}

// With the unit once, unless the numbers are too far apart for that.
std::string range(double low, const Unit& low_unit, double high, const Unit& high_unit) {
  const Unit& first = low >= high_unit.lowest * high_unit.size ? high_unit : low_unit;
  return fmt::format("{}{} to {}{}", digits(low, first), &first == &high_unit ? "" : first.name,
                     digits(high, high_unit), high_unit.name);
}

}  // namespace

bool Expected::wide() const {
  return high > 0 && (high > (1 + kWide) * executions || low < (1 - kWide) * executions);
}

std::string to_text(const Expected& expected) {
  if (expected.wide())
    return range(expected.low, large_unit(expected.low), expected.high, large_unit(expected.high)) + " executions";
  const double off = std::max(expected.high - expected.executions, expected.executions - expected.low);
  const Unit& unit = large_unit(expected.executions);
  std::string text = fmt::format("about {}{} execution{}", digits(expected.executions, unit), unit.name,
                                 expected.executions < 1.5 ? "" : "s");
  if (expected.high > 0 && off >= kHardlyOff * expected.executions)
    text += fmt::format(" (+-{})", percent(off / expected.executions));
  return text;
}

std::string time_left_text(const Expected& expected, double done, double per_second) {
  if (!(per_second > 0)) return "";
  const auto seconds = [&](double executions) { return std::max(0.0, executions - done) / per_second; };
  if (expected.wide()) {
    const double low = seconds(expected.low), high = seconds(expected.high);
    if (low > kYear) return "";
    const std::string_view more = high > kLifetime ? " or more" : "";
    return fmt::format("{}{} left", range(low, time_unit(low), std::min(high, kLifetime), time_unit(high)), more);
  }
  const double left = seconds(expected.executions);
  if (left <= 0 || left > kYear) return "";
  return clock_text(std::chrono::nanoseconds(static_cast<std::int64_t>(std::ceil(left * 1e9)))) + " left";
}

}  // namespace heddle
