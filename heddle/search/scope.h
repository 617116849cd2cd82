// How much of a test a search explores: a reduction, which leaves out only what others show as well, and bounds, which
// leave out more and say so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/engine/dependence.h"

namespace heddle {

// Each explores all classes of equivalent executions; they differ in how often. For comparison and teaching: `optimal`
// is never worse.
#define HEDDLE_REDUCTIONS(X)                                                                            \
  X(none)    /* every interleaving of the operations */                                                 \
  X(sleep)   /* sleep sets: no step that was tried before and that nothing since depends on */          \
  X(source)  /* source sets: also, other ways to go on only where a race asks for one, a step at a time */ \
  X(optimal) /* wakeup trees: whole plans, so that every class is run once */

enum class Reduction : std::uint8_t {
#define HEDDLE_REDUCTION_ENUM(name) name,
  HEDDLE_REDUCTIONS(HEDDLE_REDUCTION_ENUM)
#undef HEDDLE_REDUCTION_ENUM
};

constexpr std::string_view to_string(Reduction reduction) {
  switch (reduction) {
#define HEDDLE_REDUCTION_NAME(name) \
  case Reduction::name:             \
    return #name;
    HEDDLE_REDUCTIONS(HEDDLE_REDUCTION_NAME)
#undef HEDDLE_REDUCTION_NAME
  }
  return "?";
}

inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

// What one execution may have at most.
struct Bounds {
  // The k-th way to go on from a state costs k, from 0; each plan that is passed over costs 1 (exploration-tree
  // bounding: Aronis, Lystig Fritchie, Sagonas, Testing and verifying chain repair methods for CORFU, IFM'17).
  std::uint64_t tree = kUnbounded;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

struct Scope {
  Reduction reduction = Reduction::optimal;
  // Only `optimal` looks ahead to what receives can tell apart. The others explore as if observers were off; there it
  // decides which executions count as alike.
  Observers observers = Observers::on;
  Bounds bounds = {};
};

}  // namespace heddle
