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

// What one execution may have at most. What is within bounds is explored, all of it; whatever is left out is counted.
struct Bounds {
  // The k-th way to go on from a state costs k, from 0; each plan that is passed over costs 1 (exploration-tree
  // bounding: Aronis, Lystig Fritchie, Sagonas, Testing and verifying chain repair methods for CORFU, IFM'17).
  std::uint64_t tree = kUnbounded;
  // Switches away from a task that could have gone on (Musuvathi, Qadeer: Iterative context bounding, PLDI'07).
  std::uint64_t preemptions = kUnbounded;
  // Tasks that were passed over although it was their turn, see turn.h (Emmi, Qadeer, Rakamaric: POPL'11).
  std::uint64_t delays = kUnbounded;
  std::uint64_t steps = kUnbounded;   // operations; then the execution is cut
  std::uint64_t faults = kUnbounded;  // answers other than 0 to choices of the type `fault`

  // The bound that is set; null: none, or several.
  std::uint64_t Bounds::* only() const;
};

// "2 preemptions and 20 operations"; empty: no bound.
std::string words(const Bounds& bounds);

// The strongest reduction under which everything within these bounds is explored. All executions of a class have the
// same faults and steps, but not the same preemptions and delays: the one execution that stands for a class may be
// beyond the bound while others are within. And who looks for races in executions that were cut may miss those behind
// the cut.
Reduction strongest(const Bounds& bounds);

struct Scope {
  Reduction reduction = Reduction::optimal;
  // Only `optimal` looks ahead to what receives can tell apart. The others explore as if observers were off; there it
  // decides which executions count as alike.
  Observers observers = Observers::on;
  Bounds bounds = {};
};

// Everything, once up to equivalence, whatever counts as that?
bool is_whole(const Scope& scope);
// The same, with observers.
bool is_plain(const Scope& scope);

}  // namespace heddle
