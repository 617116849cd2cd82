// Monitors: specifications that watch a trial. They see what they are told, in the order in which it happens, and
// judge.
//
//   class EveryRequestIsAcked final : public Monitor {
//    public:
//     EveryRequestIsAcked() {
//       idle_.go<Request>(waiting_);
//       waiting_.go<Ack>(idle_);
//       start_in(idle_);
//       observe<Request, Ack>();              // every one that is sent, by anybody
//     }
//    private:
//     State idle_ = cold("Idle"), waiting_ = hot("Waiting");
//   };
//
//   HEDDLE_TEST(Storage, EveryRequestIsAcked) {
//     watch<EveryRequestIsAcked>();
//     ...
//     notify<EveryRequestIsAcked>(Ack{});     // or told by hand; nothing happens where nobody watches
//   }
//
// Safety: the monitor checks (check, fail) what must hold. Liveness: a hot state must be left for a cold one, sooner or
// later. It is a failure
//   - if the trial ends while a monitor is hot;
//   - if it is hot for too long (Settings::max_heat) in a fair run;
//   - if, while it is hot, the trial comes to the same state again, by a cycle that is fair and that goes round as
//   often as one
//     likes: a lasso. It is repeated before it is reported (Settings::lasso).
//
// To notify is an operation: monitors are shared, and the order of what they are told decides. So tell before others
// can act on it (notify, then send), or let the monitor observe the message, which is told together with being sent.
#pragma once

#include <concepts>
#include <memory>
#include <string_view>
#include <utility>

#include "heddle/base/fingerprint.h"
#include "heddle/base/location.h"
#include "heddle/machine/automaton.h"

namespace heddle {

class Trial;

class Monitor : public Automaton {
 public:
  virtual ~Monitor() = default;

  // What there is to know besides its state: see Machine::fingerprint.
  virtual void fingerprint(Fingerprint& print) const { (void)print; }

 protected:
  Monitor() = default;

  // States, besides state(). The run must leave a hot one; to come to a cold one is progress.
  State hot(std::string_view name, Location where = {}) { return add_state(name, Heat::hot, where); }
  State cold(std::string_view name, Location where = {}) { return add_state(name, Heat::cold, where); }

  // Events of these types are told when they are sent. In the constructor.
  template <class... Event>
  void observe() {
    (observed_.push_back(&kMessageType<Event>), ...);
  }

  // This is what the monitor was to find out whether it happens: the report says in how many trials it did, and whether
  // it never did. A monitor that calls it is a scenario.
  void reached();
  void is_scenario() { scenario_ = true; }  // in the constructor: then the report knows of it even if it never happens

 private:
  friend class Monitors;

  void entered(std::uint32_t from, std::uint32_t to, const Message& event) override;
  void followed(const Rule& rule) override;

  std::vector<const MessageType*> observed_;
  ObjectId object_ = kNoObject;
  const void* key_ = nullptr;
  bool scenario_ = false;
  bool was_reached_ = false;
  bool hot_ = false;
  bool owes_ = false;            // it was hot, and not cold since: plain states change nothing
  std::uint64_t heat_ = 0;       // steps, up to when it last became hot
  std::uint64_t hot_since_ = 0;  // step
  std::uint64_t left_hot_ = 0;   // when, by Monitors::heat_changes; 0: never
  std::uint64_t cold_at_ = 0;    // the same: when it last entered a cold state
  Location hot_at_ = Location::none();
};

template <class M>
concept IsMonitor = std::derived_from<M, Monitor>;

namespace detail {

template <class M>
inline constexpr char kMonitorKey = 0;

void add_monitor(std::unique_ptr<Monitor> monitor, const void* key, std::string_view type, Location where);
Monitor* find_monitor(const void* key);
void notify_monitor(Monitor& monitor, OwnedMessage event, Location where);

}  // namespace detail

// Lets a monitor watch this trial. Not an operation: call it before what it watches. The monitor stays until the trial
// is over. To look at what this returns is no operation either: it says something where nobody can notify any more.
template <IsMonitor M, class... Arguments>
M& watch(Arguments&&... arguments) {
  auto monitor = std::make_unique<M>(std::forward<Arguments>(arguments)...);
  M& result = *monitor;
  detail::add_monitor(std::move(monitor), &detail::kMonitorKey<M>, type_name<M>(), Location::none());
  return result;
}

// Tells the monitor (an operation), if it watches.
template <IsMonitor M, class Event>
void notify(Event&& event, Location where = {}) {
  if (Monitor* const monitor = detail::find_monitor(&detail::kMonitorKey<M>))
    detail::notify_monitor(*monitor, OwnedMessage(make_message(std::forward<Event>(event))), where);
}

// Faults stop, and the system must converge: no fault() says yes any more, and what was hot is judged anew from here. An
// operation: who asks may be early or late.
void stop_faults(Location where = {});

// May something go wrong here? An operation. Decided by the strategy, limited by a search's --bound-faults, and never yes
// after stop_faults(). A run in which faults never stop says nothing about liveness.
bool fault(Location where = {});

// A choice that is fair: who asks again and again gets every answer again and again. A cycle that never gives one of
// them is no failure of liveness.
std::uint32_t fair_choose(std::uint32_t n, Location where = {});
inline bool fair_flip(Location where = {}) { return fair_choose(2, where) == 1; }

// What else belongs to the state of the calling actor, for whoever looks for states that come again: local variables of
// plain actors are unknown otherwise, and count as if they never changed.
//
//   StateHash hash([&](Fingerprint& print) { print.add(retries).add(leader); });
class StateHash {
 public:
  using Add = UniqueCallable<void(Fingerprint&)>;
  explicit StateHash(Add add);
  ~StateHash();
  StateHash(const StateHash&) = delete;
  StateHash& operator=(const StateHash&) = delete;

 private:
  std::uint64_t number_;
};

}  // namespace heddle
