// Activity as a drawing of the machines.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "heddle/report/activity_files.h"
#include "heddle/report/dot.h"
#include "heddle/report/words.h"

namespace heddle {
namespace {

constexpr std::string_view kRed = "#c0392b";
constexpr std::string_view kNeverEntered =
    ", color=\"#c0392b\", fontcolor=\"#c0392b\", fillcolor=\"white\", style=\"rounded,filled,dashed\"";
constexpr std::string_view kNeverMade = ", color=\"#c0392b\", fontcolor=\"#c0392b\", style=dashed";

std::string node_name(std::size_t type, std::size_t state) { return fmt::format("t{}s{}", type + 1, state + 1); }

std::string times(std::uint64_t count) { return count == 0 ? "never" : "×" + with_thousands(count); }

// What the state does with events besides leaving it.
std::string rules_in(const TypeActivity& type, const std::string& state) {
  std::string text;
  for (const auto& rule : type.rules) {
    if (rule.state != state || rule.reaction == "go" || rule.reaction == "push") continue;
    const std::string words = dot_markup(fmt::format("{} {} {}", rule.reaction, rule.event, times(rule.count)));
    text += "<br/>" + (rule.count == 0 ? fmt::format("<font color=\"{}\">{}</font>", kRed, words) : words);
  }
  return text.empty() ? "" : fmt::format("<font point-size=\"9\">{}</font>", text);
}

std::string nodes(const TypeActivity& type, std::size_t number) {
  std::string text;
  for (std::size_t i = 0; i < type.states.size(); ++i) {
    const auto& [name, count] = type.states[i];
    text += fmt::format("    {} [label=<{}{}>{}];\n", node_name(number, i),
                        dot_markup(fmt::format("{}\n{}", name, times(count))), rules_in(type, name),
                        count == 0 ? kNeverEntered : "");
  }
  return text;
}

// One arrow for all transitions from a state to another that were made, one for those that never were.
std::string arrows(const TypeActivity& type, std::size_t number) {
  const auto place = [&](const std::string& state) {
    return static_cast<std::size_t>(
        std::find_if(type.states.begin(), type.states.end(), [&](const auto& each) { return each.name == state; }) -
        type.states.begin());
  };
  std::map<std::tuple<std::size_t, std::size_t, bool>, std::string> labels;
  for (const auto& move : type.transitions) {
    const std::size_t from = place(move.from), to = place(move.to);
    if (from == type.states.size() || to == type.states.size()) continue;  // left out for want of room
    std::string& label = labels[{from, to, move.count == 0}];
    if (!label.empty()) label += "\n";
    label += fmt::format("{} {}", move.event, times(move.count));
  }
  std::string text;
  for (const auto& [arrow, label] : labels) {
    const auto& [from, to, never] = arrow;
    text += fmt::format("    {} -> {} [label={}{}];\n", node_name(number, from), node_name(number, to),
                        dot_quoted(label), never ? kNeverMade : "");
  }
  return text;
}

}  // namespace

std::string activity_dot(const Activity& activity) {
  std::string text =
      "// states with how often they were entered, transitions with how often they were made; dashed: never\n"
      "digraph activity {\n"
      "  graph [fontname=\"Helvetica\", fontsize=12, nodesep=0.4, ranksep=0.6];\n"
      "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#e3f1e3\", fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#555555\"];\n";
  for (std::size_t i = 0; i < activity.types.size(); ++i) {
    const TypeActivity& type = activity.types[i];
    const std::string never = never_words(reached(type));
    text += fmt::format("  subgraph cluster_{} {{\n    label={};\n    color=\"#aaaaaa\";\n", i + 1,
                        dot_quoted(type.type + (never.empty() ? "" : "\n" + never)));
    text += nodes(type, i) + arrows(type, i) + "  }\n";
  }
  return text + "}\n";
}

}  // namespace heddle
