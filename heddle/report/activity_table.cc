// Activity as a table for people.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "heddle/report/activity_files.h"
#include "heddle/report/words.h"
#include "heddle/trace/text.h"

namespace heddle {
namespace {

constexpr std::size_t kWidth = 80;

struct Row {
  std::string what, count;
  enum class Kind { heading, reached, never } kind = Kind::reached;
};

Row row(std::string what, std::uint64_t count) {
  return {printable(what), count == 0 ? "never" : with_thousands(count),
          count == 0 ? Row::Kind::never : Row::Kind::reached};
}

std::vector<Row> rows_of(const TypeActivity& type) {
  std::vector<Row> rows;
  rows.push_back({"state", "entered", Row::Kind::heading});
  for (const auto& state : type.states) rows.push_back(row(state.name, state.count));
  if (!type.rules.empty()) rows.push_back({"rule", "followed", Row::Kind::heading});
  for (const auto& rule : type.rules)
    rows.push_back(row(fmt::format("{}: {} {}", rule.state, rule.reaction, rule.event), rule.count));
  if (!type.transitions.empty()) rows.push_back({"transition", "made", Row::Kind::heading});
  for (const auto& move : type.transitions)
    rows.push_back(row(fmt::format("{} -> {} on {}", move.from, move.to, move.event), move.count));
  return rows;
}

std::string type_text(const TypeActivity& type) {
  const std::vector<Row> rows = rows_of(type);
  constexpr std::size_t kIndent = 4, kGap = 2;
  std::size_t left = 0, right = 0;
  for (const Row& each : rows) {
    left = std::max(left, columns(each.what));
    right = std::max(right, columns(each.count));
  }
  left = std::min(left, kWidth - kIndent - kGap - right);
  std::string text = printable(type.type) + "\n";
  for (const Row& each : rows) {
    const bool heading = each.kind == Row::Kind::heading;
    const std::string what = cut_end(each.what, left);
    const std::size_t indent = heading ? kIndent - 2 : kIndent;
    text += fmt::format("{}{}{}{}\n",
                        heading                         ? "  "
                        : each.kind == Row::Kind::never ? "  ! "
                                                        : "    ",
                        what,
                        std::string(kIndent - indent + left - columns(what) + kGap + right - columns(each.count), ' '),
                        each.count);
  }
  const std::string never = never_words(reached(type));
  return text + fmt::format("  {}\n", never.empty() ? "all of it was reached" : never);
}

}  // namespace

std::string activity_table(const Activity& activity) {
  std::string text = wrapped(printable(activity_summary(activity)), kWidth, 0, 2) + "\n";
  for (const TypeActivity& type : activity.types) text += "\n" + type_text(type);
  return text;
}

}  // namespace heddle
