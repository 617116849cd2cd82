// By the time a task's exception is known to be uncaught, the stack that threw it is gone. So every throw comes by here
// on its way to the C++ library, and in a detailed replay the stack is kept.
#include "heddle/engine/thrown.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/backtrace.h"
#include "heddle/engine/trial.h"


namespace heddle {

void watch_throws() {}

void Trial::note_throw(const void* exception) noexcept {
  static bool inside = false;
  if (!observer_ || !running_ || cleanup_ || inside) return;
  inside = true;
  try {
    running_->thrown.stack = capture_stack();
    running_->thrown.exception = exception;
  } catch (...) {  // no memory: then it is not known where
    running_->thrown.exception = nullptr;
  }
  inside = false;
}

std::string Trial::where_thrown() const {
  const std::exception_ptr now = std::current_exception();
  if (!observer_ || !now) return {};
  const void* exception = nullptr;
  static_assert(sizeof now == sizeof exception);
  std::memcpy(&exception, static_cast<const void*>(&now), sizeof exception);  // libstdc++'s holds nothing else
  if (exception != running_->thrown.exception) return {};
  const std::string frames = format_frames(user_frames(running_->thrown.stack), 4);
  return frames.empty() ? "" : "thrown\n" + frames;
}

}  // namespace heddle

#if !defined(HEDDLE_ASAN)  // its own throw must come first

namespace __cxxabiv1 {

// A program that has the C++ library linked into it keeps that one's throw: this one is weak, and the address of its
// neighbour makes sure that it is there.
[[gnu::used]] static const auto neighbour = &__cxa_init_primary_exception;

extern "C" [[gnu::weak]] void __cxa_throw(void* exception, std::type_info* type, void (*destroy)(void*)) {
  if (heddle::Trial* trial = heddle::Trial::current_or_null(); trial && *type != typeid(heddle::TaskKilled))
    trial->note_throw(exception);
  static const auto next = reinterpret_cast<decltype(&__cxa_throw)>(dlsym(RTLD_NEXT, "__cxa_throw"));
  next(exception, type, destroy);
  std::abort();
}

}  // namespace __cxxabiv1

#endif
