#include "heddle/machine/chart.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

std::string event_name(const MessageType* event) {
  if (event == kAnyEvent) return "any event";
  return event == &kMessageType<Nothing> ? "an empty mailbox" : std::string(event->name);
}

}  // namespace

std::uint32_t Chart::add_state(std::string_view name, Heat heat, Location where) {
  for (const ChartState& other : states_)
    if (other.name == name) note_problem(fmt::format("has two states called {}", name), where);
  ChartState fresh;
  fresh.name = name;
  fresh.heat = heat;
  fresh.where = where;
  states_.push_back(std::move(fresh));
  return static_cast<std::uint32_t>(states_.size() - 1);
}

void Chart::start_in(std::uint32_t state, Location where) {
  if (start_ != kNoState && start_ != state)
    note_problem(
        fmt::format("starts in {} and in {}: there can be only one", states_[start_].name, states_[state].name), where);
  start_ = state;
}

// By state; of one state, in the order in which they are declared.
void Chart::add_rule(Rule rule) {
  const auto place = std::ranges::upper_bound(rules_, rule.state, {}, &Rule::state);
  rules_.insert(place, std::move(rule));
}

void Chart::note_problem(std::string text, Location where) {
  if (problem_.text.empty()) problem_ = {std::move(text), where};
}

ChartProblem Chart::complete() {
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    ChartState& state = states_[rules_[i].state];
    if (state.rule_count++ == 0) state.first_rule = i;
    state.defers |= rules_[i].reaction == Reaction::defer;
  }
  if (problem_.text.empty()) check_rules();
  if (problem_.text.empty() && start_ == kNoState)
    note_problem(
        states_.empty() ? "has no states" : "does not say where it starts: call start_in(...) in its constructor",
        Location::none());
  if (problem_.text.empty()) check_reach();
  return problem_;
}

void Chart::check_rules() {
  for (const ChartState& state : states_) {
    const auto first = rules_.begin() + state.first_rule;
    for (auto rule = first; rule != first + state.rule_count; ++rule)
      if (std::any_of(first, rule, [&](const Rule& other) { return other.event == rule->event; }))
        return note_problem(fmt::format("says twice what state {} does with {}", state.name, event_name(rule->event)),
                            rule->where);
  }
}

// An action may go anywhere, which nobody can tell from outside. What no rule leads to and no action can is for
// nothing.
void Chart::check_reach() {
  std::vector<bool> reached(states_.size());
  std::vector<std::uint32_t> todo{start_};
  reached[start_] = true;
  while (!todo.empty()) {
    const ChartState& state = states_[todo.back()];
    todo.pop_back();
    if (state.entry) return;
    for (std::uint32_t i = state.first_rule; i < state.first_rule + state.rule_count; ++i) {
      const Rule& rule = rules_[i];
      if (rule.reaction == Reaction::act) return;
      if (rule.target == kNoState || reached[rule.target]) continue;
      reached[rule.target] = true;
      todo.push_back(rule.target);
    }
  }
  const auto lost = std::find(reached.begin(), reached.end(), false);
  if (lost == reached.end()) return;
  const ChartState& state = states_[static_cast<std::size_t>(lost - reached.begin())];
  note_problem(fmt::format("can never come to state {}: nothing leads there", state.name), state.where);
}

const Rule* Chart::find(std::uint32_t state, const MessageType* event) const {
  const ChartState& here = states_[state];
  const Rule* any = nullptr;
  for (std::uint32_t i = here.first_rule; i < here.first_rule + here.rule_count; ++i) {
    const Rule& rule = rules_[i];
    if (rule.event == event) return &rule;
    if (rule.event == kAnyEvent) any = &rule;
  }
  return event == &kMessageType<Nothing> ? nullptr : any;  // nothing is not an event
}

}  // namespace heddle
