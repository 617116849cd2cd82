// Partial-order sampling (Yuan, Yang, Gu: CAV'18; "POS" of Morpheus, ASPLOS'20): each operation gets a random priority
// when it becomes ready, and the highest goes first. POS* (the CAV'18 paper's full algorithm) draws a new priority for
// every ready operation that conflicts with the one just executed.
//
// One given operation goes after k given others of one task with probability 1/(k+1), where a random walk has 2^-k,
// whatever else is going on.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/strategy/sampler.h"

namespace heddle {

class Pos final : public Sampler {
 public:
  enum class Redraw { never, on_conflict };

  explicit Pos(Redraw redraw = Redraw::never) : redraw_(redraw) {}

  std::string name() const override { return redraw_ == Redraw::on_conflict ? "pos*" : "pos"; }
  Wants wants() const override { return {.executed = redraw_ == Redraw::on_conflict}; }
  bool fair() const override { return false; }

  void begin(const TrialStart& start) override {
    Sampler::begin(start);
    picks_ = 0;
    length_ = kEpoch;
    epoch_ = 0;
  }

  const Pending& pick(Ready& ready) override {
    if (++picks_ >= length_) [[unlikely]]
      return pick_at_end(ready);
    rank_fresh(ready);
    return ready.top();
  }

  void executed(const Operation&, TaskId, std::span<const Touch> touches, Ready& ready) override {
    if (redraw_ == Redraw::never) return;
    for (const Touch& touch : touches)
      for (const Pending* other = ready.waiting_at(touch.object); other; other = other->next)
        if (ready.contains(*other) && may_conflict(touch.access, other->operation.access))
          ready.set_priority(*other, draw());
  }

 private:
  // Without this a spin loop would fight one low priority for ever. An operation that was passed over for a whole epoch
  // since its last draw is drawn again before the end of the next, for the price of one look at each ready operation per
  // epoch. With many ready operations an epoch is longer, so that the price per pick stays small.
  static constexpr std::size_t kEpoch = 1000, kPicksPerLook = 16;

  // The lowest bit is set, since 0 means unranked; the next one says whether it was drawn in an odd or an even epoch.
  // At the end of an epoch every mark is of this epoch or of the one before, which are those that are old.
  std::uint64_t draw() { return (random_.next() | 3) ^ epoch_; }

  void rank_fresh(Ready& ready) {
    ready.rank_fresh([this](const Pending&) { return draw(); });
  }

  [[gnu::noinline]] const Pending& pick_at_end(Ready& ready) {
    rank_fresh(ready);
    length_ = std::max(kEpoch, kPicksPerLook * ready.size());
    if (picks_ >= length_) redraw_old(ready);
    return ready.top();
  }

  void redraw_old(Ready& ready) {
    picks_ = 0;
    old_.clear();
    for (std::size_t i = 0; i < ready.size(); ++i)
      if ((ready[i].priority & 2) != (2 ^ epoch_)) old_.push_back(&ready[i]);
    epoch_ ^= 2;
    for (const Pending* pending : old_) ready.set_priority(*pending, draw());
  }

  Redraw redraw_;
  std::size_t picks_ = 0;            // in this epoch
  std::size_t length_ = kEpoch;      // of this epoch, in picks
  std::uint64_t epoch_ = 0;          // 0 or 2
  std::vector<const Pending*> old_;  // scratch, in redraw_old
};

}  // namespace heddle
