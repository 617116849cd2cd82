// The state diagram of a machine or monitor: states, and what each does with which event. Internal: users write it down
// through State (state.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/actor/message.h"
#include "heddle/base/location.h"
#include "heddle/base/unique_function.h"

namespace heddle {

using Action = UniqueCallable<void(Message&)>;

enum class Reaction : std::uint8_t {
  act,     // run the action, stay
  go,      // leave the state, run the action, enter the target
  push,    // enter the target on top of the state
  defer,   // leave the event in the mailbox
  ignore,  // throw the event away
};

// How a liveness monitor feels in a state: hot ones have to be left for a cold one, sooner or later.
enum class Heat : std::uint8_t { plain, cold, hot };

inline constexpr std::uint32_t kNoState = 0xffffffff;

// What the default handler of a state reacts to: there is nothing in the mailbox that it could take.
struct Nothing {};

// What any_event rules are for.
inline constexpr const MessageType* kAnyEvent = nullptr;

struct Rule {
  std::uint32_t state;
  Reaction reaction;
  const MessageType* event;
  std::uint32_t target = kNoState;
  Action action = {};
  Location where = Location::none();
};

struct ChartState {
  std::string name;
  Heat heat = Heat::plain;
  Location where = Location::none();
  Action entry = {};
  Action exit = {};
  std::uint32_t first_rule = 0;  // of Chart::rules(), once it is complete
  std::uint32_t rule_count = 0;
  bool defers = false;
};

// What is wrong with a declaration, and where.
struct ChartProblem {
  std::string text;
  Location where = Location::none();
};

class Chart {
 public:
  std::uint32_t add_state(std::string_view name, Heat heat, Location where);
  ChartState& state(std::uint32_t index) { return states_[index]; }
  const ChartState& state(std::uint32_t index) const { return states_[index]; }
  const std::vector<ChartState>& states() const { return states_; }
  const std::vector<Rule>& rules() const { return rules_; }
  Rule& rule(std::uint32_t index) { return rules_[index]; }
  void add_rule(Rule rule);
  void start_in(std::uint32_t state, Location where);
  std::uint32_t start() const { return start_; }
  // Something is wrong that only who declares can know.
  void note_problem(std::string text, Location where);

  // Everything is declared. Returns the first thing that is wrong: two rules for one event, no start state, a state that nothing leads to; an empty text if all is well.
  ChartProblem complete();

  // The rule of one state for events of a type; one for the type goes before one for any. Null: none.
  Rule* find(std::uint32_t state, const MessageType* event) {
    return const_cast<Rule*>(std::as_const(*this).find(state, event));
  }
  const Rule* find(std::uint32_t state, const MessageType* event) const;

 private:
  void check_rules();
  void check_reach();

  std::vector<ChartState> states_;
  std::vector<Rule> rules_;
  ChartProblem problem_;
  std::uint32_t start_ = kNoState;
};

}  // namespace heddle
