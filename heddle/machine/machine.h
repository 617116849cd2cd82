// State machines: actors that are written down as states and events, as on a whiteboard.
//
//   class Server final : public Machine {
//    public:
//     explicit Server(std::vector<Pid> nodes) : nodes_(std::move(nodes)) {
//       idle_.on<Request>(&Server::replicate).ignore<Sync>();
//       replicating_.on<Sync>(&Server::count).defer<Request>();
//       start_in(idle_);
//     }
//    private:
//     State idle_ = state("Idle"), replicating_ = state("Replicating");
//     void replicate(const Request& r) { ...; go(replicating_); }
//     ...
//   };
//
//   Pid server = spawn<Server>("server", nodes);
//   send(server, Request{...});
//
// A machine is an actor: it can be sent to, linked, monitored, named, put on nodes, and its actions may send, spawn,
// choose and receive. It handles one event after another, each to the end. An event that its state says nothing about
// is a failure.
//
// What is declared is checked when the machine starts: see State (automaton.h).
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <string_view>
#include <tuple>
#include <utility>

#include "heddle/actor/actor.h"
#include "heddle/base/fingerprint.h"
#include "heddle/machine/automaton.h"
#include "heddle/machine/machine_timer.h"

namespace heddle {

// Ends a machine that has no rule for it, when it comes to it: its states are left, exit actions run. (halt() ends it where
// it is.)
struct Halt {};

// What becomes of a machine when an exception leaves one of its actions: see Machine::on_exception.
enum class OnException : std::uint8_t {
  fail,     // of the trial, as for any actor
  handled,  // the machine goes on with its next event; a transition that the action asked for is dropped
  halt,     // the machine ends, as by halt()
};

class MachineDriver;

class Machine : public Automaton {
 public:
  virtual ~Machine() = default;

  // The machine's whole life, as the function of an actor; spawn<M>() calls it.
  void run(std::string_view type);

  // What there is to know about the machine besides its states, for whoever looks for states that come again (liveness,
  // see spec/monitor.h). What is left out counts as if it never changed.
  virtual void fingerprint(Fingerprint& print) const { (void)print; }
  void add_to(Fingerprint& print) const;

 protected:
  Machine() = default;

  // Transitions, from an action; see also go() and raise() (automaton.h).
  void push(State target, Location where = {}) { request(detail::Asked::push, own(target, where), where); }
  void pop(Location where = {}) { request(detail::Asked::pop, kNoState, where); }
  void halt(Location where = {}) { request(detail::Asked::halt, kNoState, where); }

  // The last thing that it does. It is too late for transitions.
  virtual void on_halt() {}

  // An exception has left an action. The machine is in the state whose action it was; where a transition was under way and
  // the exit action, or that of the transition, threw, it has not been left. Not asked about what leaves on_halt() or the
  // constructor, nor about exit(reason) and the end of the trial, which are no exceptions.
  virtual OnException on_exception(const std::exception& exception) {
    (void)exception;
    return OnException::fail;
  }

  // Timers that send an event to the machine itself, and end with it. Only the machine's own task starts them. (Firing is
  // an operation; see also TimeMode.)
  template <class Event>
  MachineTimer start_timer(Duration due, Event event, Location where = {}) {
    check_own_task("start_timer()", where);
    return detail::start_machine_timer(due, kOnce, detail::copies_of(std::move(event)), where);
  }
  template <class Event>
  MachineTimer start_periodic_timer(Duration due, Duration period, Event event, Location where = {}) {
    check_own_task("start_periodic_timer()", where);
    return detail::start_machine_timer(due, period, detail::copies_of(std::move(event)), where);
  }
  // Nothing of it comes any more, not even what has fired and was not handled yet (an operation).
  void stop_timer(MachineTimer timer, Location where = {}) { detail::stop_machine_timer(timer, where); }

 private:
  friend class MachineDriver;

  Message* next_event();
  template <class Step>
  void attempt(const Step& step);
  Rule* rule_now(const Message& event) { return event.type == matched_type_ ? matched_ : rule_for(event.type); }
  void unhandled(Message& event) override;
  void check_own_task(std::string_view what, Location where) const;
  void entered(std::uint32_t from, std::uint32_t to, const Message& event) override;
  void followed(const Rule& rule) override;
  Matcher matcher();
  void be_busy(bool busy);
  Pattern wanted_now();
  bool takes(const MessageType* type) {
    matched_ = rule_for(type);
    matched_type_ = type;
    if (!matched_ || matched_->reaction != Reaction::defer) return true;
    followed(*matched_);
    return false;
  }

  const MessageType* matched_type_ = nullptr;  // that the mailbox asked about last, in this state
  Rule* matched_ = nullptr;
  MachineDriver* driver_ = nullptr;
  TaskId task_ = kNoTask;
};

template <class M>
concept IsMachine = std::derived_from<M, Machine>;

namespace detail {

template <class M, class... Arguments>
UniqueFunction machine_body(Arguments&&... arguments) {
  return [kept = std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...)]() mutable {
    std::apply(
        [](auto&&... argument) {
          M machine(std::forward<decltype(argument)>(argument)...);
          machine.run(type_name<M>());
        },
        std::move(kept));
  };
}

}  // namespace detail

// Starts a machine: as the other spawn functions (actor.h), with the arguments of its constructor, which runs in the
// new actor.
template <IsMachine M, class... Arguments>
Pid spawn(std::string_view name, Arguments&&... arguments) {
  return spawn(name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}
template <IsMachine M, class... Arguments>
Pid spawn(Node node, std::string_view name, Arguments&&... arguments) {
  return spawn(node, name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}
template <IsMachine M, class... Arguments>
Pid spawn_link(std::string_view name, Arguments&&... arguments) {
  return spawn_link(name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}
template <IsMachine M, class... Arguments>
Pid spawn_link(Node node, std::string_view name, Arguments&&... arguments) {
  return spawn_link(node, name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}
template <IsMachine M, class... Arguments>
Monitored spawn_monitor(std::string_view name, Arguments&&... arguments) {
  return spawn_monitor(name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}
template <IsMachine M, class... Arguments>
Monitored spawn_monitor(Node node, std::string_view name, Arguments&&... arguments) {
  return spawn_monitor(node, name, detail::machine_body<M>(std::forward<Arguments>(arguments)...));
}

}  // namespace heddle
