#include "heddle/machine/activity.h"

#include <fmt/format.h>

#include <iterator>

namespace heddle {
namespace {

std::string_view event_name(const MessageType* event) {
  if (event == kAnyEvent) return "*";
  return event == &kMessageType<Nothing> ? "(idle)" : event->name;
}

std::string_view reaction_name(Reaction reaction) {
  constexpr std::string_view kNames[] = {"on", "go", "push", "defer", "ignore"};
  return kNames[static_cast<std::size_t>(reaction)];
}

// Names are made millions of times, hence without an allocation.
template <class... Parts>
void add(Tally& tally, std::uint64_t count, std::string_view kind, const Parts&... parts) {
  fmt::memory_buffer name;
  name.append(kind);
  const auto put = [&](std::string_view part) {
    name.push_back('\t');
    for (const char c : part) name.push_back(c == '\t' ? ' ' : c);
  };
  (put(parts), ...);
  tally.add({name.data(), name.size()}, count);
}

void add_rule(Tally& tally, std::uint64_t count, std::string_view type, const Chart& chart, const Rule& rule) {
  add(tally, count, "rule", type, chart.state(rule.state).name, event_name(rule.event), reaction_name(rule.reaction));
}

}  // namespace

void count_declared(Tally& tally, std::string_view type, const Chart& chart) {
  for (const ChartState& state : chart.states()) add(tally, 0, "state", type, state.name);
  for (const Rule& rule : chart.rules()) {
    add_rule(tally, 0, type, chart, rule);
    if (rule.target != kNoState)
      add(tally, 0, "move", type, chart.state(rule.state).name, event_name(rule.event), chart.state(rule.target).name);
  }
}

void count_entry(Tally& tally, std::string_view type, const Chart& chart, std::uint32_t from, std::uint32_t to,
                 const Message& event) {
  add(tally, 1, "state", type, chart.state(to).name);
  if (from == kNoState) return;
  const Rule* const rule = chart.find(from, event.type);
  const bool by_rule = rule && rule->target == to;  // if not, an action asked for it
  add(tally, 1, "move", type, chart.state(from).name, event_name(by_rule ? rule->event : event.type),
      chart.state(to).name);
}

void count_rule(Tally& tally, std::string_view type, const Chart& chart, const Rule& rule) {
  add_rule(tally, 1, type, chart, rule);
}

void count_scenario(Tally& tally, std::string_view type, std::uint64_t count) { add(tally, count, "scenario", type); }

}  // namespace heddle
