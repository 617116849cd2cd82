// Switching between stacks on one OS thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/stack_pool.h"

#if defined(HEDDLE_ASAN)
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle {

// The C++ runtime's per-thread record of exceptions in flight: each fiber has its own.
struct ExceptionState {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};
ExceptionState& this_threads_exceptions();

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  Stack stack;  // empty for the host, which runs on the thread's own stack
  ExceptionState exceptions;
  void* fake_stack = nullptr;  // AddressSanitizer's
};

// Leaves `from` and goes on in `to`; returns when somebody switches back. With `last`, nobody ever will.
inline void switch_fiber(Fiber& from, Fiber& to, ExceptionState& live, bool last = false) {
  from.exceptions = live;
  live = to.exceptions;
#if defined(HEDDLE_ASAN)
  __sanitizer_start_switch_fiber(last ? nullptr : &from.fake_stack, to.stack.low, to.stack.size);
#else
  static_cast<void>(last);
#endif
  const boost::context::detail::transfer_t arrival = boost::context::detail::jump_fcontext(to.context, &from);
  static_cast<Fiber*>(arrival.data)->context = arrival.fctx;
#if defined(HEDDLE_ASAN)
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

// First thing on a new fiber's stack: completes the switch that started it.
inline void arrive_on_new_fiber(boost::context::detail::transfer_t arrival) {
  Fiber& from = *static_cast<Fiber*>(arrival.data);
  from.context = arrival.fctx;
#if defined(HEDDLE_ASAN)
  const void* low = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &low, &size);
  if (from.stack.low == nullptr) from.stack = Stack{static_cast<char*>(const_cast<void*>(low)), size};
#endif
}

inline void prepare_fiber(Fiber& fiber, Stack stack, void (*entry)(boost::context::detail::transfer_t)) {
  fiber.stack = stack;
  fiber.exceptions = {};
  fiber.fake_stack = nullptr;
  fiber.context = boost::context::detail::make_fcontext(stack.top(), stack.size, entry);
}

}  // namespace heddle
