#include "heddle/report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "heddle/trace/text.h"

namespace heddle {

std::string with_thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

std::uint64_t rounded(double number) {
  double unit = 1;
  while (number / unit >= 100 && unit < 1e17) unit *= 10;
  return static_cast<std::uint64_t>(std::min(std::round(number / unit) * unit, 1e18));
}

std::string count_of(std::uint64_t number, std::string_view singular) {
  return fmt::format("{} {}{}", with_thousands(number), singular, number == 1 ? "" : "s");
}

std::string short_number(double number) {
  if (number < 999.5) return fmt::format("{:.0f}", number);
  constexpr std::string_view kUnits = " kMGT";
  std::size_t unit = 0;
  // Not 1000: what would be printed as "1000 k" is "1.0 M".
  for (; number >= 999.5 && unit + 1 < kUnits.size(); ++unit) number /= 1000;
  return fmt::format("{:.{}f} {}", number, number < 9.95 ? 1 : 0, kUnits[unit]);
}

std::string duration_text(std::chrono::nanoseconds duration) {
  const double seconds = static_cast<double>(duration.count()) * 1e-9;
  if (seconds < 0.00995) return fmt::format("{:.{}f} ms", seconds * 1e3, seconds < 0.000995 ? 2 : 1);
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string clock_text(std::chrono::nanoseconds duration) {
  const auto whole = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0) / 1'000'000'000);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string seed_text(std::uint64_t seed) { return fmt::format("{:#x}", seed); }

namespace {

// Two significant digits, without zeros at the end.
std::string percent_digits(double value, bool up) {
  if (value <= 0) return "0 %";
  if (value >= 100) return "100 %";
  const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(value))), 0, 15);
  const double scale = std::pow(10.0, digits);
  // A bound that is 3 % but for the last bit of the division is 3 %.
  const double scaled = up ? std::ceil(value * scale - 1e-9) : std::round(value * scale);
  std::string text = fmt::format("{:.{}f}", scaled / scale, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text + " %";
}

}  // namespace

std::string percent(double fraction) { return percent_digits(fraction * 100, false); }

std::string percent_up(double fraction) { return percent_digits(fraction * 100, true); }

std::string share_of(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  if (part >= whole) return "100 %";
  const double tenths = std::floor(static_cast<double>(part) / static_cast<double>(whole) * 1000);
  return tenths < 1 ? "under 0.1 %" : fmt::format("{:.1f} %", tenths / 10);
}

namespace {

void wrap_line(std::string_view line, std::size_t width, std::size_t indent, std::size_t hanging, std::string& out) {
  const std::string first(indent, ' ');
  const std::string later(indent + hanging, ' ');
  if (width == 0 || columns(line) + indent <= width) {
    if (!line.empty()) out += first;
    out += line;
    return;
  }
  out += first;
  std::size_t column = indent;
  bool at_start = true;
  while (!line.empty()) {
    // A word with the spaces before it: those inside a line stay as they are.
    const auto start = std::min(line.find_first_not_of(' '), line.size());
    auto end = std::min(line.find(' ', start), line.size());
    if (line.substr(end).starts_with(" %")) end = std::min(line.find(' ', end + 1), line.size());  // a number keeps its %
    const auto word = line.substr(start, end - start);
    const std::size_t spaces = start;
    line.remove_prefix(end);
    if (word.empty()) break;
    if (!at_start && column + spaces + columns(word) > width) {
      out += "\n" + later;
      column = later.size();
    } else {
      out.append(spaces, ' ');
      column += spaces;
    }
    out += word;
    column += columns(word);
    at_start = false;
  }
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t hanging) {
  std::string out;
  for (;;) {
    const auto end = text.find('\n');
    wrap_line(text.substr(0, end), width, indent, hanging, out);
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%^";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace heddle
