// Switching between stacks on one OS thread.
#pragma once

#include <cstddef>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/context.h"
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
  Context context;
  ExceptionState exceptions;
  Stack stack;  // empty for the host, which runs on the thread's own stack
#if defined(HEDDLE_ASAN)
  void* fake_stack = nullptr;
#endif
};

#if defined(HEDDLE_ASAN)
inline thread_local Fiber* left_fiber = nullptr;
#endif

// Leaves `from` and goes on in `to`; returns when somebody switches back. With `last`, nobody ever will.
[[gnu::always_inline]] inline void switch_fiber(Fiber& from, Fiber& to, ExceptionState& live,
                                                [[maybe_unused]] bool last = false) {
  from.exceptions = live;
  live = to.exceptions;
#if defined(HEDDLE_ASAN)
  left_fiber = &from;
  __sanitizer_start_switch_fiber(last ? nullptr : &from.fake_stack, to.stack.low, to.stack.size);
#endif
  Context::go(from.context, to.context);
#if defined(HEDDLE_ASAN)
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

// First thing on a new fiber's stack: completes the switch that started it.
inline void arrive_on_new_fiber() {
#if defined(HEDDLE_ASAN)
  const void* low = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &low, &size);
  if (left_fiber->stack.low == nullptr) left_fiber->stack = Stack{static_cast<char*>(const_cast<void*>(low)), size};
#endif
}

inline void prepare_fiber(Fiber& fiber, Stack stack, void (*entry)()) {
  fiber = {};
  fiber.stack = stack;
  fiber.context.prepare(stack, entry);
}

}  // namespace heddle
