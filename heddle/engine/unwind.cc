#include "heddle/engine/unwind.h"

#if defined(HEDDLE_UNWINDS_IN_ONE_PHASE)

#include <cstring>
#include <exception>
#include <new>

#include "heddle/engine/fiber.h"

namespace heddle::detail {

// An exception as a throw leaves it after its first phase (the Itanium C++ ABI, Exception Handling, 1.3 and 2.2): nobody is
// meant to catch it, so each frame is asked anew whether it does, as frames with destructors are. Right before the thrown
// object stands what the unwinder knows of it, and before that, where handlers find the object.
_Unwind_Exception* prepare_to_unwind() {
  const std::exception_ptr made = std::make_exception_ptr(TaskKilled{});
  static_assert(sizeof made == sizeof(void*));  // libstdc++'s holds nothing but the address
  alignas(std::exception_ptr) unsigned char reference[sizeof made];
  new (reference) std::exception_ptr(made);  // the throw's own, that whoever catches it drops
  void* object = nullptr;
  std::memcpy(&object, reference, sizeof object);
  _Unwind_Exception* const unwinding = static_cast<_Unwind_Exception*>(object) - 1;
  reinterpret_cast<void**>(unwinding)[-1] = object;
  unwinding->private_1 = 0;
  unwinding->private_2 = 0;
  ++this_threads_exceptions().uncaught;
  return unwinding;
}

}  // namespace heddle::detail

#endif
