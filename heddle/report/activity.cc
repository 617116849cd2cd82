#include "heddle/report/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "heddle/report/words.h"

namespace heddle {
namespace {

constexpr std::size_t kNamed = 6;  // things that never happened, in the summary

std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = std::min(name.find('\t'), name.size());
    parts.emplace_back(name.substr(0, end));
    if (end == name.size()) return parts;
    name.remove_prefix(end + 1);
  }
}

TypeActivity& type_named(Activity& activity, const std::string& name) {
  const auto known = std::find_if(activity.types.begin(), activity.types.end(),
                                  [&](const TypeActivity& type) { return type.type == name; });
  if (known != activity.types.end()) return *known;
  activity.types.push_back({name, {}, {}, {}});
  return activity.types.back();
}

// Adds to the count of the same one, if there is one.
template <class Thing, class Key>
void add_to(std::vector<Thing>& things, Thing thing, Key key) {
  const auto same =
      std::find_if(things.begin(), things.end(), [&](const Thing& each) { return key(each) == key(thing); });
  if (same == things.end())
    things.push_back(std::move(thing));
  else
    same->count += thing.count;
}

void add_state(TypeActivity& type, TypeActivity::State state) {
  add_to(type.states, std::move(state), [](const auto& s) { return std::tie(s.name); });
}
void add_rule(TypeActivity& type, TypeActivity::Rule rule) {
  add_to(type.rules, std::move(rule), [](const auto& r) { return std::tie(r.state, r.event, r.reaction); });
}
void add_transition(TypeActivity& type, TypeActivity::Transition transition) {
  add_to(type.transitions, std::move(transition), [](const auto& t) { return std::tie(t.from, t.event, t.to); });
}

template <class Thing>
Reached reached_of(const std::vector<Thing>& things) {
  return {things.size(), static_cast<std::size_t>(std::count_if(things.begin(), things.end(),
                                                                [](const Thing& each) { return each.count > 0; }))};
}

void add_up(Reached& all, const Reached& more) {
  all.all += more.all;
  all.reached += more.reached;
}

std::string of_words(std::size_t some, std::size_t all, std::string_view singular) {
  return fmt::format("{} of {}", with_thousands(some), count_of(all, singular));
}

}  // namespace

ReachedParts reached(const TypeActivity& type) {
  return {reached_of(type.states), reached_of(type.rules), reached_of(type.transitions)};
}

ReachedParts reached(const Activity& activity) {
  ReachedParts sum;
  for (const TypeActivity& type : activity.types) {
    const ReachedParts parts = reached(type);
    add_up(sum.states, parts.states);
    add_up(sum.rules, parts.rules);
    add_up(sum.transitions, parts.transitions);
  }
  return sum;
}

void add_count(Activity& activity, std::string_view name, std::uint64_t count) {
  const std::vector<std::string> parts = parts_of(name);
  if (parts[0] == "state" && parts.size() == 3)
    add_state(type_named(activity, parts[1]), {parts[2], count});
  else if (parts[0] == "rule" && parts.size() == 5)
    add_rule(type_named(activity, parts[1]), {parts[2], parts[3], parts[4], count});
  else if (parts[0] == "move" && parts.size() == 5)
    add_transition(type_named(activity, parts[1]), {parts[2], parts[3], parts[4], count});
}

// States are as declared, so are the rules of each; transitions come in any order.
void sort(Activity& activity) {
  std::sort(activity.types.begin(), activity.types.end(),
            [](const TypeActivity& a, const TypeActivity& b) { return a.type < b.type; });
  for (TypeActivity& type : activity.types) {
    const auto place = [&](const std::string& state) {
      return std::find_if(type.states.begin(), type.states.end(),
                          [&](const auto& each) { return each.name == state; }) -
             type.states.begin();
    };
    std::vector<std::pair<std::ptrdiff_t, std::size_t>> order;
    for (std::size_t i = 0; i < type.rules.size(); ++i) order.emplace_back(place(type.rules[i].state), i);
    std::sort(order.begin(), order.end());
    std::vector<TypeActivity::Rule> rules;
    for (const auto& [state, i] : order) rules.push_back(std::move(type.rules[i]));
    type.rules = std::move(rules);
    std::sort(type.transitions.begin(), type.transitions.end(), [&](const auto& a, const auto& b) {
      return std::tuple(place(a.from), place(a.to), a.event) < std::tuple(place(b.from), place(b.to), b.event);
    });
  }
}

void merge(Activity& all, const Activity& more) {
  for (const TypeActivity& type : more.types) {
    TypeActivity& same = type_named(all, type.type);
    for (const auto& state : type.states) add_state(same, state);
    for (const auto& rule : type.rules) add_rule(same, rule);
    for (const auto& transition : type.transitions) add_transition(same, transition);
  }
  all.left_out |= more.left_out;
  sort(all);
}

std::string never_words(const ReachedParts& parts) {
  std::vector<std::string> words;
  const auto tell = [&](const Reached& some, std::string_view singular) {
    if (some.never() > 0) words.push_back(of_words(some.never(), some.all, singular));
  };
  tell(parts.states, "state");
  tell(parts.rules, "rule");
  tell(parts.transitions, "transition");
  return words.empty() ? "" : fmt::format("never: {}", fmt::join(words, ", "));
}

std::string activity_summary(const Activity& activity) {
  if (activity.types.empty()) return "activity: no machine was started, and no monitor watched";
  const ReachedParts parts = reached(activity);
  std::string text = fmt::format(
      "activity: {} of machines and monitors, {}, {}, {}", count_of(activity.types.size(), "type"),
      of_words(parts.states.reached, parts.states.all, "state"), of_words(parts.rules.reached, parts.rules.all, "rule"),
      of_words(parts.transitions.reached, parts.transitions.all, "transition"));
  // A transition that was never made is that of a rule that was never followed: it need not be named twice.
  std::vector<std::string> never;
  for (const TypeActivity& type : activity.types)
    for (const auto& state : type.states)
      if (state.count == 0) never.push_back(fmt::format("{} in {}", type.type, state.name));
  for (const TypeActivity& type : activity.types)
    for (const auto& rule : type.rules)
      if (rule.count == 0)
        never.push_back(fmt::format("{} in {}: {} {}", type.type, rule.state, rule.reaction, rule.event));
  if (!never.empty()) {
    const std::size_t shown = std::min(never.size(), kNamed);
    text +=
        fmt::format("; never: {}", fmt::join(never.begin(), never.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (shown < never.size()) text += fmt::format(" and {} more", with_thousands(never.size() - shown));
  }
  if (activity.left_out) text += "; there was more than could be counted";
  return text;
}

}  // namespace heddle
