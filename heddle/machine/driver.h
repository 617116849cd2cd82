// Driving one machine alone: feed it events, look at its state and at what it sent.
//
//   HEDDLE_TEST(Server, AsksAllNodes) {
//     StandIn client("client"), node("node");
//     MachineTest<Server> server(std::vector{node.pid()});
//     server.feed(Request{client.pid(), 7});
//     check(server.state() == "Replicating");
//     check(node.next<Replicate>().data == 7);
//     check(client.got_nothing_more());
//   }
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "heddle/machine/machine.h"

namespace heddle {

namespace detail {
struct StandInbox;
}

// Stands for an actor that the machine talks to: keeps what it gets, and does nothing. To ask it is an operation, like a
// receive that does not wait: who else sends to it may be early or late. A handle: copies stand for the same one.
class StandIn {
 public:
  explicit StandIn(std::string_view name);
  Pid pid() const { return pid_; }

  // The next message that it got, which must be of this type.
  template <class Event>
  Event next(Location where = {}) {
    const Message& message = look(type_name<Event>(), where);
    if (!holds<Event>(message)) wrong_type(type_name<Event>(), message, where);
    Event event = value_of<Event>(message);
    take();
    return event;
  }

  // The same, or nothing if there is none.
  template <class Event>
  std::optional<Event> next_if_any(Location where = {}) {
    return got_nothing_more(where) ? std::nullopt : std::optional<Event>(next<Event>(where));
  }

  bool got_nothing_more(Location where = {}) const { return !ask(where); }

 private:
  bool ask(Location where) const;  // is there a message?
  const Message& look(std::string_view wanted, Location where) const;
  void take();
  [[noreturn]] void wrong_type(std::string_view wanted, const Message& found, Location where) const;

  std::shared_ptr<detail::StandInbox> inbox_;
  Pid pid_;
};

// Lets a machine run until it waits for an event, also for a certain one, inside an action. Shared by the test and the
// machine: either may end first.
class MachineDriver {
 public:
  // However the machine ends, by halting, an exit, an exception or with the trial, the test sees it ended.
  class Ending {
   public:
    explicit Ending(MachineDriver& driver) : driver_(driver) {}
    ~Ending() { driver_.end(); }
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

   private:
    MachineDriver& driver_;
  };

  // The machine's actor has been made: whoever waits hears of its end, too.
  static void follow(const std::shared_ptr<MachineDriver>& driver, Pid machine);

  // In the machine's own task: its whole life.
  void run(Machine& machine, std::string_view type);

  // In the test's task, when the event is sent and the machine has not gone on yet.
  void expect_work() { idle_ = was_idle_ = false; }
  void wait_until_idle(Pid machine, Location where);

  const Machine* machine(Pid pid) const;                 // null: not there yet, or ended
  const Machine& living(Pid pid, Location where) const;  // a misuse error if it has ended

 private:
  friend class Machine;
  // There is no event that it would take; `idles`: the state has something to do then.
  void before_wait(bool idles);
  void rest();
  void end();

  bool at_rest(Pid machine) const;

  Machine* machine_ = nullptr;
  bool idle_ = false;      // it waits for an event
  bool idling_ = false;    // it waits only to let others go before it does what its state does when idle
  bool was_idle_ = false;  // it has done that since the last event was fed
  bool ended_ = false;
};

// To feed is to send, and to wait for the machine's rest is to wait for a message. But state(), halted() and the machine itself
// are looked at without an operation: if others send to it as well, a search does not try whether they were early or late.
template <IsMachine M>
class MachineTest {
 public:
  // Starts the machine, and lets it run until it waits for an event.
  template <class... Arguments>
  explicit MachineTest(Arguments... arguments) {
    pid_ = spawn(type_name<M>(), [driver = driver_, ... kept = std::move(arguments)]() mutable {
      const MachineDriver::Ending ending(*driver);
      M machine(std::move(kept)...);
      driver->run(machine, type_name<M>());
    });
    MachineDriver::follow(driver_, pid_);
    driver_->wait_until_idle(pid_, Location::none());
  }

  Pid pid() const { return pid_; }

  // Sends an event, and lets the machine run until it waits for the next one, however long it sleeps meanwhile. What its
  // state does when idle (when_idle), it does once before that.
  template <class Event>
  MachineTest& feed(Event event, Location where = {}) {
    send(pid_, std::move(event), where);
    driver_->expect_work();
    driver_->wait_until_idle(pid_, where);
    return *this;
  }

  // The uppermost; "(halted)" after the end.
  std::string_view state() const { return halted() ? "(halted)" : driver_->machine(pid_)->state_name(); }
  bool halted() const { return driver_->machine(pid_) == nullptr; }  // or ended in another way

  // The machine itself, for what it shows. Not after its end.
  const M& operator*() const { return static_cast<const M&>(driver_->living(pid_, Location::none())); }
  const M* operator->() const { return &**this; }

 private:
  std::shared_ptr<MachineDriver> driver_ = std::make_shared<MachineDriver>();
  Pid pid_;
};

}  // namespace heddle
