// Per-trial state of a front end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "heddle/engine/failure.h"

namespace heddle {

class Trial;

// Made when a trial first asks for it (Trial::component<C>()), kept for later trials, reset after each that used it.
class Component {
 public:
  virtual ~Component() = default;

  // Nothing can run any more and no failure was found yet: is this an acceptable end?
  virtual std::optional<Failure> at_quiet(Trial& trial) {
    (void)trial;
    return std::nullopt;
  }

  // Called after the last task of the trial was unwound.
  virtual void reset() = 0;
};

std::size_t new_component_slot();

template <class C>
std::size_t component_slot() {
  static const std::size_t slot = new_component_slot();
  return slot;
}

}  // namespace heddle
