// States and what they do with events: what machines (machine.h) and monitors (spec/monitor.h) have in common.
//
//   State idle_ = state("Idle"), busy_ = state("Busy");
//   ...
//   idle_.on<Request>(&Server::serve).ignore<Tick>();
//   busy_.entry(&Server::start_clock).go<Done>(idle_).defer<Request>();
//   start_in(idle_);
//
// An event is any plain struct. A handler is a member function or a callable, with the event as its argument or
// without; it may ask for at most one transition (go, push, pop, raise, halt), as the last thing it does.
#pragma once

#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/actor/receive.h"
#include "heddle/machine/chart.h"

namespace heddle {

class Automaton;

namespace detail {
// Not in Automaton: events may have any name.
enum class Asked : std::uint8_t { none, go, push, pop, raise, halt };
enum class Doing : std::uint8_t { nothing, action, exit_action, transition_action };
}

// A handle: copies stand for the same state.
class State {
 public:
  // Runs the handler, and stays unless that goes elsewhere.
  template <class Event, class Handler>
  State& on(Handler handler, Location where = {});

  // Leaves for another state: exit action, then `action` if there is one, then the entry action there.
  template <class Event>
  State& go(State target, Location where = {});
  template <class Event, class Handler>
  State& go(State target, Handler action, Location where = {});

  // Enters another state on top of this one, until pop() or an event that only this one knows. Meanwhile this state's
  // on, defer and ignore hold for what the upper one says nothing about; its go and push do not, and end the upper one.
  template <class Event>
  State& push(State target, Location where = {});

  // Leaves such events in the mailbox, for a later state.
  template <class... Event>
  State& defer(Location where = {}) {
    (add(Reaction::defer, &kMessageType<Event>, kNoState, {}, where), ...);
    return *this;
  }

  // Throws them away.
  template <class... Event>
  State& ignore(Location where = {}) {
    (add(Reaction::ignore, &kMessageType<Event>, kNoState, {}, where), ...);
    return *this;
  }

  // For events that this state says nothing else about. The handler may take a const AnyMessage&.
  template <class Handler>
  State& on_any(Handler handler, Location where = {});
  State& go_on_any(State target, Location where = {});
  State& defer_any(Location where = {}) { return add(Reaction::defer, kAnyEvent, kNoState, {}, where); }
  State& ignore_any(Location where = {}) { return add(Reaction::ignore, kAnyEvent, kNoState, {}, where); }

  // When there is no event to handle; others may go first, and send one. (Machines only: it keeps the machine running.)
  template <class Handler>
  State& when_idle(Handler handler, Location where = {});

  // Whenever the state is entered: after a transition of any kind, also from itself. May take a const AnyMessage&: the
  // event that led here.
  template <class Handler>
  State& entry(Handler handler);
  // Whenever it is left. May not ask for a transition.
  template <class Handler>
  State& exit(Handler handler);

  std::string_view name() const;

 private:
  friend class Automaton;
  State(Automaton* owner, std::uint32_t index) : owner_(owner), index_(index) {}
  State& add(Reaction reaction, const MessageType* event, std::uint32_t target, Action action, Location where);
  std::uint32_t target_in(State target, Location where) const;
  template <class Event, class Handler>
  Action action_for(Handler handler) const;
  void check_declaring(std::string_view what, Location where) const;

  Automaton* owner_;
  std::uint32_t index_;
};

class Automaton {
 public:
  Automaton(const Automaton&) = delete;
  Automaton& operator=(const Automaton&) = delete;

  // Of the state it is in, the uppermost if several are pushed.
  std::string_view state_name() const { return chart_.state(current()).name; }

 protected:
  Automaton() = default;
  ~Automaton() = default;

  State state(std::string_view name, Location where = {}) { return add_state(name, Heat::plain, where); }
  void start_in(State state, Location where = {});

  // Transitions, from an action and in its task. Nothing happens before the action is over.
  void go(State target, Location where = {});
  // Handled before anything else, as if it came from outside.
  template <class Event>
  void raise(Event event, Location where = {}) {
    raise_message(make_message(std::move(event)), where);
  }

  bool is_in(State state) const { return current() == state.index_; }

  // --- for machines and monitors ---

  State add_state(std::string_view name, Heat heat, Location where);

  void request(detail::Asked what, std::uint32_t target, Location where);
  void forget_request();  // the action did not come to its end
  std::uint32_t own(State target, Location where) const;
  void raise_message(Message* message, Location where);

  // Checks the declarations, goes to the start state and runs its entry action. `kind` is "machine", `type` its type's
  // name.
  void begin(std::string_view kind, std::string_view type);
  // What to do with an event of that type now: the rule that holds, anywhere in the stack. Null: none.
  Rule* rule_for(const MessageType* event);
  // Does it. Transitions that are asked for are made; raised events stay in raised_.
  void react(Message& event, Rule* rule);
  // No state knows the event: a failure, unless somebody knows better. The lowest state has not been left.
  virtual void unhandled(Message& event);
  void leave(Message& event);  // runs the exit action

  std::uint32_t current() const { return stack_.empty() ? chart_.start() : stack_.back(); }
  std::string describe() const;  // "machine Server"
  std::string_view type() const { return type_; }

  Chart chart_;
  std::vector<std::uint32_t> stack_;  // the states it is in, the uppermost last
  OwnedMessage raised_;
  bool halted_ = false;

  // It has come to a state, from another (kNoState: from nowhere) because of an event; the entry action comes next.
  virtual void entered(std::uint32_t from, std::uint32_t to, const Message& event) {
    (void)from, (void)to, (void)event;
  }
  // It does what a rule says.
  virtual void followed(const Rule& rule) { (void)rule; }

 private:
  friend class State;

  void run(Action& action, Message& event, detail::Doing what);
  void act(Action& action, Message& event, detail::Doing what = detail::Doing::action);
  void enter(std::uint32_t from, std::uint32_t state, Message& event);
  void change_top(std::uint32_t target, Message& event);
  void make_transitions(Message& event);

  std::string_view kind_, type_;
  detail::Asked requested_ = detail::Asked::none;
  std::uint32_t target_ = kNoState;
  std::uint32_t arrived_in_ = kNoState;  // the state that an event found which no rule was there for
  Location requested_at_ = Location::none();
  std::uint32_t requested_after_ = 0;  // events of the task by then: none may follow
  detail::Doing doing_ = detail::Doing::nothing;
  TaskId doing_in_ = kNoTask;  // the task that does it: what that has started goes on beside it
};

namespace detail {

template <class F>
struct MemberOf {
  using type = void;
};
template <class F, class C>
struct MemberOf<F C::*> {
  using type = C;
};

// A member function is called on the automaton itself.
template <class Handler>
auto bound(Automaton* owner, Handler handler) {
  if constexpr (std::is_member_function_pointer_v<Handler>) {
    using Owner = typename MemberOf<Handler>::type;
    static_assert(std::is_base_of_v<Automaton, Owner>, "a handler is a member function of the machine itself");
    return [self = static_cast<Owner*>(owner), handler]<class... A>(A&&... arguments) -> decltype(auto)
             requires std::is_invocable_v<Handler, Owner*, A...>
    { return std::invoke(handler, self, std::forward<A>(arguments)...); };
  } else {
    return handler;
  }
}

}  // namespace detail

template <class Event, class Handler>
Action State::action_for(Handler handler) const {
  return [call = detail::bound(owner_, std::move(handler))](Message& m) mutable {
    using Call = decltype(call);
    if constexpr (std::is_same_v<Event, AnyMessage> && std::is_invocable_v<Call&, const AnyMessage&>)
      detail::handle(call, AnyMessage(m));
    else if constexpr (std::is_invocable_v<Call&>)
      detail::handle(call);
    else if constexpr (std::is_same_v<Event, AnyMessage>)
      static_assert(sizeof(Call) == 0, "this handler takes a const AnyMessage&, or nothing");
    else if constexpr (std::is_invocable_v<Call&, const Event&>)
      detail::handle(call, std::as_const(value_of<Event>(m)));
    else if constexpr (std::is_invocable_v<Call&, Event&&>) {
      m.gone = true;
      detail::handle(call, std::move(value_of<Event>(m)));
    } else
      static_assert(sizeof(Call) == 0, "a handler takes the event (const Event&), or nothing");
  };
}

template <class Event, class Handler>
State& State::on(Handler handler, Location where) {
  return add(Reaction::act, &kMessageType<Event>, kNoState, action_for<Event>(std::move(handler)), where);
}

template <class Event>
State& State::go(State target, Location where) {
  return add(Reaction::go, &kMessageType<Event>, target_in(target, where), {}, where);
}

template <class Event, class Handler>
State& State::go(State target, Handler action, Location where) {
  return add(Reaction::go, &kMessageType<Event>, target_in(target, where), action_for<Event>(std::move(action)), where);
}

template <class Event>
State& State::push(State target, Location where) {
  return add(Reaction::push, &kMessageType<Event>, target_in(target, where), {}, where);
}

template <class Handler>
State& State::on_any(Handler handler, Location where) {
  return add(Reaction::act, kAnyEvent, kNoState, action_for<AnyMessage>(std::move(handler)), where);
}

inline State& State::go_on_any(State target, Location where) {
  return add(Reaction::go, kAnyEvent, target_in(target, where), {}, where);
}

template <class Handler>
State& State::when_idle(Handler handler, Location where) {
  return add(Reaction::act, &kMessageType<Nothing>, kNoState, action_for<Nothing>(std::move(handler)), where);
}

template <class Handler>
State& State::entry(Handler handler) {
  check_declaring("an entry action", Location::none());
  Action& entry = owner_->chart_.state(index_).entry;
  if (entry) owner_->chart_.note_problem("has two entry actions in state " + std::string(name()), Location::none());
  entry = action_for<AnyMessage>(std::move(handler));
  return *this;
}

template <class Handler>
State& State::exit(Handler handler) {
  check_declaring("an exit action", Location::none());
  Action& exit = owner_->chart_.state(index_).exit;
  if (exit) owner_->chart_.note_problem("has two exit actions in state " + std::string(name()), Location::none());
  exit = action_for<AnyMessage>(std::move(handler));
  return *this;
}

}  // namespace heddle
