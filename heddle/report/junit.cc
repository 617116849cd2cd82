#include "heddle/report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "heddle/report/console.h"
#include "heddle/trace/text.h"

namespace heddle {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Bytes of the character at the start of the text; 0: it is not UTF-8, or XML forbids it.
std::size_t valid_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x20 && first != '\t' && first != '\n' && first != '\r') return 0;
  if (text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF")) return 0;  // U+FFFE, U+FFFF
  return code_point_length(text);
}

double seconds_of(const Report& report) { return static_cast<double>(report.elapsed.count()) * 1e-9; }

// "Suite" and "Name" of "Suite.Name".
std::pair<std::string_view, std::string_view> split_name(std::string_view name) {
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return {"heddle", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

std::string test_case(const Report& report) {
  const auto [suite, name] = split_name(report.name);
  std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_escaped(suite),
                                 xml_escaped(name), seconds_of(report));
  const std::string words = xml_escaped(report_text(report, {}));
  if (!report.error.empty()) {
    text += fmt::format(">\n      <error message=\"{}\">{}</error>\n", xml_escaped(report.error), words);
  } else if (!report.failures.empty()) {
    const Failure& failure = report.failures.front().failure;
    text += fmt::format(">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n", xml_escaped(failure.message),
                        to_string(failure.kind), words);
  } else if (report.failed()) {
    text += fmt::format(">\n      <failure message=\"{}\">{}</failure>\n", xml_escaped(closing_words(report)), words);
  } else if (report.trials == 0) {
    text += fmt::format(">\n      <skipped message=\"{}\"/>\n", xml_escaped(closing_words(report)));
  } else {
    text += fmt::format(">\n      <system-out>{}</system-out>\n", words);
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = valid_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    if (length == 0) {
      out += kReplacement;
      continue;
    }
    switch (character.front()) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;  // kept in attributes too
      case '\t': out += "&#9;"; break;
      case '\r': out += "&#13;"; break;
      default: out += character;
    }
  }
  return out;
}

std::string junit_text(const RunRecord& run) {
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0;
  std::string cases;
  for (const Report& report : run.reports) {
    if (!report.error.empty())
      ++errors;
    else if (report.failed())
      ++failures;
    else if (report.trials == 0)
      ++skipped;
    seconds += seconds_of(report);
    cases += test_case(report);
  }
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                                         run.reports.size(), failures, errors, skipped, seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"{1}\" {0}>\n{2}"
      "  </testsuite>\n</testsuites>\n",
      counts, xml_escaped(run.program), cases);
}

}  // namespace heddle
