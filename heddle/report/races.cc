#include "heddle/report/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "heddle/report/words.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

constexpr std::size_t kShown = 40;  // without --verbose
constexpr std::size_t kIndent = 4;
constexpr std::size_t kGap = 2;

enum Column : std::size_t { kCount, kTask, kKind, kPlace, kObject, kColumns };
using Row = std::array<std::string, kColumns>;
using Widths = std::array<std::size_t, kColumns>;

// Columns in the order in which they give way, and how far.
constexpr std::pair<Column, std::size_t> kGiveWay[] = {
    {kObject, 20}, {kPlace, 18}, {kTask, 16}, {kKind, 10}, {kObject, 12}};

Row row_of(const OperationText& side) {
  Row row;
  row[kTask] = printable(side.task);
  row[kKind] = printable(side.kind);
  row[kPlace] = printable(side.place());
  return row;
}

Widths widths_for(const std::vector<Row>& rows, std::size_t width) {
  Widths widths{};
  for (const Row& row : rows)
    for (std::size_t c = 0; c < kColumns; ++c) widths[c] = std::max(widths[c], columns(row[c]));
  std::size_t all = kIndent + (kColumns - 1) * kGap;
  for (const std::size_t each : widths) all += each;
  for (const auto& [column, least] : kGiveWay) {
    if (width == 0 || all <= width) break;
    const std::size_t less = std::min(all - width, widths[column] - std::min(widths[column], least));
    widths[column] -= less;
    all -= less;
  }
  return widths;
}

std::string line(const Row& row, const Widths& widths) {
  std::string text(kIndent, ' ');
  for (std::size_t c = 0; c < kColumns; ++c) {
    const std::string cell = cut_start(row[c], widths[c]);
    const std::string padding(widths[c] - columns(cell), ' ');
    text += c == kCount ? padding + cell : cell + padding;
    text.append(kGap, ' ');
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string races_text(const Report& report, const ConsoleStyle& style) {
  if (!report.races_asked || report.trials == 0) return "";
  const std::size_t shown = style.verbose ? report.races.size() : std::min(report.races.size(), kShown);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < shown; ++i) {
    const FoundRace& race = report.races[i];
    rows.push_back(row_of(race.one));
    rows.back()[kCount] = with_thousands(race.executions);
    rows.back()[kObject] = printable(race.object);
    rows.push_back(row_of(race.other));
  }
  const std::string executions = count_of(report.trials - std::min(report.redundant, report.trials), "execution");
  const std::string head = report.races.empty()
                               ? fmt::format("races: none in {}", executions)
                               : fmt::format("races: {} of operations could go either way, in so many of {}",
                                             count_of(report.races.size(), "pair"), executions);
  std::string text = wrapped(head, style.width, 2, 2) + "\n";
  const Widths widths = widths_for(rows, style.width);
  for (const Row& row : rows) text += line(row, widths);
  if (shown < report.races.size())
    text += wrapped(fmt::format("and {} more, which --verbose shows", with_thousands(report.races.size() - shown)),
                    style.width, kIndent, 2) +
            "\n";
  if (report.races_left_out)
    text += wrapped("there were more than could be kept; those are left out", style.width, kIndent, 2) + "\n";
  return text;
}

}  // namespace heddle
