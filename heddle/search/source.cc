// Source sets: of what a race asks for, only the first step is planned, and the rest is left to luck.
//
// Abdulla, Aronis, Jonsson, Sagonas: Source sets (JACM'17), algorithm 1.
#include <algorithm>

#include "heddle/search/sequence_search.h"

namespace heddle {

// One step that could go first is enough, and none if such a one is done, planned or asleep. Some continuations of what
// is planned turn out to be of classes that were seen: sleep sets notice that, too late.
Planned SequenceSearch::plan_first(State& state) {
  const auto could_go_first = [this](KnownId step) {
    const std::size_t place = reversed_.place_of(step);
    return place != kNotFirst && place != kAbsent;
  };
  if (std::any_of(state.asleep.begin(), state.asleep.end(), could_go_first)) return Planned::covered;
  for (const Done& done : state.done)
    if (could_go_first(done.step)) return Planned::covered;
  for (const WakeupNode& node : state.todo)
    if (could_go_first(node.step)) return Planned::covered;
  for (const SearchEvent& item : reversed_.planned()) {
    if (item.known == kNone) continue;
    if (state.budget - state.done.size() <= state.todo.size()) return Planned::beyond_budget;
    state.todo.push_back({reversed_.known(item), {}});
    return Planned::yes;
  }
  return Planned::covered;
}

// The algorithm is for tasks that do not disable one another. Where one is struck by another, it would lose classes:
// then all is searched anew with sleep sets alone.
bool SequenceSearch::must_start_again() {
  if (scope_.reduction != Reduction::source) return false;
  const std::vector<Touch>& touches = execution_.history().touches;
  if (std::none_of(touches.begin(), touches.end(), [](const Touch& t) { return t.access == Access::strike; }))
    return false;
  start_again_without_plans();
  return true;
}

void SequenceSearch::start_again_without_plans() {
  scope_.reduction = Reduction::sleep;
  states_ = std::vector<State>(1);
  path_.clear();
  kept_ = 0;
}

}  // namespace heddle
