// Unwinding the running task at half the price of a throw.
#pragma once

#include "heddle/base/sanitizers.h"
#include "heddle/engine/task.h"

// AddressSanitizer must see the throw; and only of this C++ library is it known what its second phase needs.
#if defined(__GLIBCXX__) && defined(__x86_64__) && !defined(HEDDLE_ASAN)
#define HEDDLE_UNWINDS_IN_ONE_PHASE 1
#include <unwind.h>
#endif

namespace heddle {
namespace detail {

#if defined(HEDDLE_UNWINDS_IN_ONE_PHASE)
_Unwind_Exception* prepare_to_unwind();
#endif

}  // namespace detail

// As `throw TaskKilled{}`, from the frame of the caller: destructors and handlers run as ever. A throw looks for who will
// catch it before it unwinds anything, frame by frame, and each costs as much as in the unwinding itself. Whoever runs a
// task catches this, so there is nothing to look for. Many tasks are unwound at the end of each trial.
[[noreturn, gnu::always_inline]] inline void unwind_task() {
#if defined(HEDDLE_UNWINDS_IN_ONE_PHASE)
  _Unwind_Resume(detail::prepare_to_unwind());
  __builtin_unreachable();
#else
  throw TaskKilled{};
#endif
}

}  // namespace heddle
