#include "heddle/engine/fiber.h"

#include <cxxabi.h>

namespace heddle {

ExceptionState& this_threads_exceptions() {
  // The Itanium C++ ABI (2.2.2) fixes this layout: caughtExceptions, then uncaughtExceptions.
  return *reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals());
}

}  // namespace heddle
