// Partial-order sampling (Yuan, Yang, Gu: CAV'18; "POS" of Morpheus, ASPLOS'20): each operation gets a random priority
// when it becomes ready, and the highest goes first. POS* (the CAV'18 paper's full algorithm) draws a new priority for
// every ready operation that conflicts with the one just executed.
//
// One given operation goes after k given others of one task with probability 1/(k+1), where a random walk has 2^-k.
#pragma once

#include "heddle/engine/dependence.h"
#include "heddle/strategy/sampler.h"

namespace heddle {

class Pos final : public Sampler {
 public:
  enum class Redraw { never, on_conflict };

  explicit Pos(Redraw redraw = Redraw::never) : redraw_(redraw) {}

  Wants wants() const override { return {.executed = redraw_ == Redraw::on_conflict}; }
  bool fair() const override { return false; }

  const Pending& pick(Ready& ready) override {
    while (!ready.fresh().empty()) ready.set_priority(*ready.fresh().back(), random_.next() | 1);
    return ready.top();
  }

  void executed(const Operation&, TaskId, std::span<const Touch> touches, Ready& ready) override {
    for (const Touch& touch : touches)
      for (const Pending* other = ready.waiting_at(touch.object); other; other = other->next)
        if (ready.contains(*other) && may_conflict(touch.access, other->operation.access))
          ready.set_priority(*other, random_.next() | 1);
  }

 private:
  Redraw redraw_;
};

}  // namespace heddle
