// For searches by states: what a server remembers of all that it has seen.
#pragma once

#include "heddle/base/fingerprint.h"
#include "heddle/base/location.h"

namespace heddle {

namespace detail {

bool states_wanted();
void start_afresh(Fingerprint& print, Location where);

}  // namespace detail

// The running task promises that what it does from here on follows from this value, and from nothing else that it has
// seen. Then two executions that led it to the same value are one to a search by states (--search=states), whatever order
// they came in:
//
//   Store store;
//   for (;;) {
//     remember_only(store);
//     receive(on<Get>(...), on<Put>(...));
//   }
//
// The value is a plain struct, a container or a class with a fingerprint() of its own (fingerprint.h); of one that Heddle
// cannot look into, nothing is forgotten. Everybody else ignores it.
template <class T>
void remember_only(const T& value, Location where = {}) {
  if (!detail::states_wanted()) return;
  Fingerprint print{Fingerprint::WithNames()};
  print.add(value);
  detail::start_afresh(print, where);
}

}  // namespace heddle
