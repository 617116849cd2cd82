// Timers: a message to an actor after some (virtual) time.
//
//   Timer tick = send_after(5s, self(), Tick{});
//   bool in_time = tick.cancel();                      // true: it had not fired
//   Timer t = start_timer(1s, self(), Retry{3});       // delivers TimerFired<Retry>{t.ref(), Retry{3}}
//
// Starting a timer is not an operation. Firing is: it happens when the clock has come to the deadline (or at any point,
// with TimeMode::any_time), in any order with whatever else can run then.
//
// As in Erlang, a timer belongs to the node of whoever started it, not to the actor: it fires even if that actor is dead,
// and not if the node stopped. A message to an actor that is dead by then is lost; a name is looked up at the deadline,
// and if nobody has it, the message is lost as well.
#pragma once

#include <optional>
#include <utility>

#include "heddle/actor/message.h"
#include "heddle/actor/pid.h"
#include "heddle/base/location.h"
#include "heddle/engine/task.h"

namespace heddle {

class Timer;

namespace detail {

Timer make_timer(Duration duration, Pid to, Ref ref, OwnedMessage message, Location where);
Timer make_timer(Duration duration, const Name& to, Ref ref, OwnedMessage message, Location where);
Ref new_timer_ref();

}  // namespace detail

// A value: copies stand for the same timer.
class Timer {
 public:
  Timer() = default;  // no timer: cancel() and read() are misuse

  Ref ref() const { return ref_; }

  // True: it had not fired, and now never will (an operation).
  bool cancel(Location where = {}) const;

  // Time left; nothing if it has fired or was cancelled (an operation).
  std::optional<Duration> read(Location where = {}) const;

 private:
  friend Timer detail::make_timer(Duration, Pid, Ref, OwnedMessage, Location);
  friend Timer detail::make_timer(Duration, const Name&, Ref, OwnedMessage, Location);
  Timer(TaskId task, ObjectId object, Ref ref) : task_(task), object_(object), ref_(ref) {}

  TaskId task_ = kNoTask;
  ObjectId object_ = kNoObject;
  Ref ref_;
};

// What start_timer delivers: the reference tells this timer's message from that of an earlier one, which may have been
// on its way when it was cancelled.
template <class T>
struct TimerFired {
  static_assert(!kIsMustHandle<T>, "start_timer takes no MustHandle; send_after does");
  Ref ref;
  T message;
};

// To a Pid or a Name.
template <class T>
Timer send_after(Duration duration, Pid to, T message, Location where = {}) {
  return detail::make_timer(duration, to, detail::new_timer_ref(), OwnedMessage(make_message(std::move(message))), where);
}
template <class T>
Timer send_after(Duration duration, const Name& to, T message, Location where = {}) {
  return detail::make_timer(duration, to, detail::new_timer_ref(), OwnedMessage(make_message(std::move(message))), where);
}

template <class T>
Timer start_timer(Duration duration, Pid to, T message, Location where = {}) {
  const Ref ref = detail::new_timer_ref();
  return detail::make_timer(duration, to, ref, OwnedMessage(make_message(TimerFired<T>{ref, std::move(message)})), where);
}
template <class T>
Timer start_timer(Duration duration, const Name& to, T message, Location where = {}) {
  const Ref ref = detail::new_timer_ref();
  return detail::make_timer(duration, to, ref, OwnedMessage(make_message(TimerFired<T>{ref, std::move(message)})), where);
}

}  // namespace heddle
