// Timers of machines: see Machine::start_timer.
#pragma once

#include <cstdint>
#include <utility>

#include "heddle/actor/message.h"
#include "heddle/base/location.h"
#include "heddle/base/unique_function.h"
#include "heddle/engine/task.h"

namespace heddle {

// A value: copies stand for the same timer.
class MachineTimer {
 public:
  MachineTimer() = default;  // no timer: to stop it does nothing

 private:
  friend class MachineTimers;
  explicit MachineTimer(std::uint32_t number) : number_(number) {}
  std::uint32_t number_ = 0;
};

inline constexpr Duration kOnce = Duration::max();  // as a period

namespace detail {

using MakeMessage = UniqueCallable<Message*()>;

template <class Event>
MakeMessage copies_of(Event event) {
  return [event = std::move(event)] { return make_message(event); };
}

MachineTimer start_machine_timer(Duration due, Duration period, MakeMessage make, Location where);
void stop_machine_timer(MachineTimer timer, Location where);

}  // namespace detail

}  // namespace heddle
