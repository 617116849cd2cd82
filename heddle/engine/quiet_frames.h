// Which stacks need not be unwound, since no frame on them has a destructor or a handler to run.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/engine/unwind.h"

namespace heddle {

// Most tasks that are left at the end of a trial wait at the same few places, called in the same way. The first time, such
// a stack is looked at frame by frame, as slowly as in unwinding it; then it is known by its return addresses. These must
// stand where they stood then: a frame whose size is not fixed is none of which anything is known.
class QuietFrames {
 public:
  // `call`: where the return address of a call stands. Is there nothing to do between it and the frame of the function at
  // `outermost`?
  bool between(const std::uintptr_t* call, std::uintptr_t outermost) {
#if defined(HEDDLE_UNWINDS_IN_ONE_PHASE)
    for (const Path& path : paths_)
      if (path.leads_from(call)) return path.quiet;
    return learn(call, outermost);
#else
    static_cast<void>(call), static_cast<void>(outermost);
    return false;
#endif
  }

 private:
  struct Return {
    std::uint32_t distance;  // from the first one, in words
    std::uintptr_t address;
  };
  struct Path {
    std::vector<Return> returns;
    bool quiet = false;

    bool leads_from(const std::uintptr_t* call) const {  // each is where it must be if those before it are
      for (const Return& each : returns)
        if (call[each.distance] != each.address) return false;
      return true;
    }
  };
  struct Look;

  bool learn(const std::uintptr_t* call, std::uintptr_t outermost);

  std::vector<Path> paths_;
};

}  // namespace heddle
