// What machines and monitors did in all trials: which states were entered, which rules followed, which transitions
// made; and which of those that are declared never were.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

// Of one type of machine or monitor, over all of its machines. A count of 0: declared, and never reached.
struct TypeActivity {
  struct State {
    std::string name;
    std::uint64_t count = 0;  // times it was entered
  };
  struct Rule {
    std::string state, event;
    std::string reaction;     // on, go, push, defer, ignore
    std::uint64_t count = 0;  // times it was followed
  };
  struct Transition {
    std::string from, event, to;
    std::uint64_t count = 0;  // times it was made
  };

  std::string type;
  std::vector<State> states;            // as declared
  std::vector<Rule> rules;              // as declared
  std::vector<Transition> transitions;  // by states, then by event; those that actions ask for are known once made
};

struct Activity {
  std::vector<TypeActivity> types;  // by name
  bool left_out = false;            // there was more than could be counted
};

// How many there are, and how many of them were reached.
struct Reached {
  std::size_t all = 0, reached = 0;
  std::size_t never() const { return all - reached; }
};
struct ReachedParts {
  Reached states, rules, transitions;
};
ReachedParts reached(const TypeActivity& type);
ReachedParts reached(const Activity& activity);

// A count by its name, as machine/activity.h makes them. Of other kinds: nothing happens. Then sort().
void add_count(Activity& activity, std::string_view name, std::uint64_t count);
void sort(Activity& activity);

// Puts the activity of several tests together: counts of the same type add up.
void merge(Activity& all, const Activity& more);

// "activity: 2 types of machines and monitors, 4 of 5 states, 6 of 8 rules, 3 of 4 transitions", and what never
// happened, as far as that is little.
std::string activity_summary(const Activity& activity);

// "never: 1 of 3 states, 2 of 5 rules"; empty: all were reached.
std::string never_words(const ReachedParts& parts);

}  // namespace heddle
