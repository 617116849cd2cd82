// Per-trial state of a front end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "heddle/base/fingerprint.h"
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

  // Adds what a trial's state is made of here, in an order that says nothing about how it came about. By default it cannot be
  // known, and no state is ever the same as another.
  virtual void fingerprint(const Trial& trial, Fingerprint& print) const {
    (void)trial;
    print.add_unknown("something of a front end");
  }

  // What tasks did here that no operation tells of, as a hash: a search by states (search/digest.h) must know it.
  virtual std::uint64_t untold() const { return 0; }

  // Called after the last task of the trial was unwound.
  virtual void reset() = 0;
};

std::size_t new_component_slot();

// Given out before main(): trials run only later.
template <class C>
inline const std::size_t kComponentSlot = new_component_slot();

}  // namespace heddle
