// A program with n! executions, for benchmarks of searches.
#pragma once

#include <functional>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"

namespace heddle::bench {

struct Number {
  int n;
};

// Whoever comes first is heard first.
inline std::function<void()> any(int n) {
  return [n] {
    const Pid test = self();
    for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
    for (int i = 0; i < n; ++i) receive<Number>();
  };
}

}  // namespace heddle::bench
