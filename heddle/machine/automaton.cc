#include "heddle/machine/automaton.h"

#include <fmt/format.h>

#include "heddle/engine/trial.h"

namespace heddle {
using detail::Asked;
using detail::Doing;

namespace {

// What started the machine, as its first entry action sees it.
struct Started {};

std::string_view name_of(Asked what) {
  constexpr std::string_view kNames[] = {"", "go()", "push()", "pop()", "raise()", "halt()"};
  return kNames[static_cast<std::size_t>(what)];
}

[[noreturn]] void misuse(const std::string& text, Location where) {
  Trial::current().fail(FailureKind::misuse, text, where);
}

std::uint32_t events_of_task() {
  Trial& trial = Trial::current();
  return trial.task(trial.self()).sequence;
}

}  // namespace

std::string_view State::name() const { return owner_->chart_.state(index_).name; }

State& State::add(Reaction reaction, const MessageType* event, std::uint32_t target, Action action, Location where) {
  check_declaring("a rule", where);
  owner_->chart_.add_rule({index_, reaction, event, target, std::move(action), where});
  return *this;
}

void State::check_declaring(std::string_view what, Location where) const {
  if (owner_->stack_.empty()) return;
  misuse(fmt::format("{} gets {} in state {} after it has started: declare it in the constructor", owner_->describe(), what,
                     name()),
         where);
}

State Automaton::add_state(std::string_view name, Heat heat, Location where) {
  if (!stack_.empty())
    misuse(fmt::format("{} gets state {} after it has started: declare it in the constructor", describe(), name), where);
  return State(this, chart_.add_state(name, heat, where));
}

std::uint32_t State::target_in(State target, Location where) const {
  if (target.owner_ == owner_) return target.index_;
  owner_->chart_.note_problem(
      fmt::format("goes from {} to {}, which is a state of somebody else", name(), target.name()), where);
  return index_;
}

void Automaton::start_in(State state, Location where) {
  if (!stack_.empty()) misuse(fmt::format("start_in({}) after {} has started", state.name(), describe()), where);
  if (state.owner_ != this)
    return chart_.note_problem(fmt::format("starts in {}, which is a state of somebody else", state.name()), where);
  chart_.start_in(state.index_, where);
}

std::string Automaton::describe() const { return fmt::format("{} {}", kind_, type_); }

std::uint32_t Automaton::own(State target, Location where) const {
  if (target.owner_ == this) return target.index_;
  misuse(fmt::format("{} was told to go to {}, which is a state of somebody else", describe(), target.name()), where);
}

void Automaton::go(State target, Location where) { request(Asked::go, own(target, where), where); }

void Automaton::raise_message(Message* message, Location where) {
  OwnedMessage owned(message);
  request(Asked::raise, kNoState, where);
  raised_ = std::move(owned);
}

void Automaton::request(Asked what, std::uint32_t target, Location where) {
  if (stack_.empty())
    misuse(fmt::format("{} before the machine has started: not in a constructor", name_of(what)), where);
  if (halted_) misuse(fmt::format("{} in on_halt() of {}, which has halted", name_of(what), describe()), where);
  if (doing_ == Doing::nothing || doing_in_ != Trial::current().self())
    misuse(fmt::format("{} outside the actions of {}: an action makes transitions, in its own task; whoever else wants "
                       "one sends an event",
                       name_of(what), describe()),
           where);
  if (doing_ != Doing::action)
    misuse(fmt::format("{} in {} state {} of {}: the transition that leaves it is already made", name_of(what),
                       doing_ == Doing::exit_action ? "the exit action of" : "the action of a transition from",
                       state_name(), describe()),
           where);
  if (requested_ != Asked::none)
    misuse(fmt::format("{} after {} in one action of {} in state {}: an action makes one transition", name_of(what),
                       name_of(requested_), describe(), state_name()),
           where);
  requested_ = what;
  target_ = target;
  requested_at_ = where;
  requested_after_ = events_of_task();
}

void Automaton::forget_request() {
  requested_ = Asked::none;
  raised_.reset();
}

void Automaton::begin(std::string_view kind, std::string_view type) {
  kind_ = kind;
  type_ = type;
  const ChartProblem problem = chart_.complete();
  if (!problem.text.empty()) misuse(fmt::format("{} {}", describe(), problem.text), problem.where);
  const OwnedMessage started(make_message(Started{}));
  enter(kNoState, chart_.start(), *started);
  make_transitions(*started);
}

// Of the uppermost state every rule holds; of those below, what does not lead elsewhere.
Rule* Automaton::rule_for(const MessageType* event) {
  Rule* const top = chart_.find(stack_.back(), event);
  if (top || stack_.size() == 1) [[likely]]
    return top;
  for (std::size_t i = stack_.size() - 1; i-- > 0;) {
    Rule* const rule = chart_.find(stack_[i], event);
    if (!rule) continue;
    const bool inherited = rule->reaction != Reaction::go && rule->reaction != Reaction::push;
    return inherited ? rule : nullptr;  // a transition hides what lies below it, too
  }
  return nullptr;
}

void Automaton::react(Message& event, Rule* rule) {
  if (!rule) arrived_in_ = stack_.back();
  while (!rule) {  // an event that only a state below knows: what is above it is over
    if (stack_.size() == 1) return unhandled(event);
    leave(event);
    stack_.pop_back();
    rule = rule_for(event.type);
  }
  followed(*rule);
  switch (rule->reaction) {
    case Reaction::act:
      act(rule->action, event);
      break;
    case Reaction::go:
      leave(event);
      if (rule->action) act(rule->action, event, Doing::transition_action);
      change_top(rule->target, event);
      break;
    case Reaction::push:
      enter(stack_.back(), rule->target, event);
      break;
    case Reaction::defer:
      misuse(fmt::format("{} raises {} in state {}, which defers it: a raised event is handled at once", describe(),
                         event.type->name, state_name()),
             rule->where);
    case Reaction::ignore:
      break;
  }
  make_transitions(event);
}

void Automaton::unhandled(Message& event) {
  const std::string_view below = arrived_in_ != stack_.back() ? ", nor in those below it" : "";
  Trial::current().fail(FailureKind::unhandled,
                        fmt::format("{} does not say what to do with {} in state {}{}", describe(),
                                    event.type->print(event), chart_.state(arrived_in_).name, below),
                        Location::none());
}

// Also if it throws, or is unwound.
void Automaton::run(Action& action, Message& event, Doing what) {
  doing_ = what;
  doing_in_ = Trial::current().self();
  const struct Done {
    Doing& doing;
    ~Done() { doing = Doing::nothing; }
  } done{doing_};
  action(event);
}

void Automaton::act(Action& action, Message& event, Doing what) {
  run(action, event, what);
  if (requested_ != Asked::none && events_of_task() != requested_after_) [[unlikely]]
    misuse(fmt::format("{} goes on after {} in state {}: what an action does after asking for a transition happens "
                       "before it; make it the last thing",
                       describe(), name_of(requested_), state_name()),
           requested_at_);
}

void Automaton::leave(Message& event) {
  Action& exit = chart_.state(stack_.back()).exit;
  if (exit) run(exit, event, Doing::exit_action);
}

void Automaton::enter(std::uint32_t from, std::uint32_t state, Message& event) {
  stack_.push_back(state);
  entered(from, state, event);
  Action& entry = chart_.state(state).entry;
  if (entry) act(entry, event);
}

void Automaton::change_top(std::uint32_t target, Message& event) {
  const std::uint32_t from = stack_.back();
  stack_.pop_back();
  enter(from, target, event);
}

void Automaton::make_transitions(Message& event) {
  while (requested_ != Asked::none && requested_ != Asked::raise) {
    const Asked what = std::exchange(requested_, Asked::none);
    switch (what) {
      case Asked::go:
        leave(event);
        change_top(target_, event);
        break;
      case Asked::push:
        enter(stack_.back(), target_, event);
        break;
      case Asked::pop:
        if (stack_.size() == 1)
          misuse(fmt::format("pop() in state {} of {}, which was not pushed", state_name(), describe()), requested_at_);
        leave(event);
        stack_.pop_back();
        break;
      case Asked::halt:
        halted_ = true;
        return;
      default:
        return;
    }
  }
  requested_ = Asked::none;  // of a raise: it stays in raised_
}

}  // namespace heddle
