// RAPOS (Sen: "Effective random testing of concurrent programs", ASE'07): works in batches of operations that do not
// conflict with one another, so that the order within a batch does not matter and samples spread over partial orders
// rather than interleavings. The first of a batch is drawn among all candidates; each other that conflicts with nothing
// in the batch joins it with probability 1/2. Candidates of the next batch: what became ready meanwhile, and what
// conflicts with something just executed; failing these, one of those left out.
//
// Every partial order has a positive probability: its layers of causally earliest operations are possible batches. No
// other bound is known.
#pragma once

#include <vector>

#include "heddle/engine/dependence.h"
#include "heddle/strategy/sampler.h"
#include "heddle/strategy/streak.h"

namespace heddle {

class Rapos final : public Sampler {
 public:
  std::string name() const override { return "rapos"; }
  Wants wants() const override { return {.executed = true}; }
  bool fair() const override { return false; }

  void begin(const TrialStart& start) override {
    Sampler::begin(start);
    batch_ = 0;
    streak_ = {};
  }

  const Pending& pick(Ready& ready) override {
    while (ready.fresh_count() > 0) nominate(ready, ready.fresh(ready.fresh_count() - 1));
    const Pending& chosen = choose_next(ready);
    if (!streak_.too_long(chosen.task)) return chosen;
    streak_ = {};
    bring_back(ready);
    return choose_next(ready);
  }

  void executed(const Operation&, TaskId, std::span<const Touch> touches, Ready& ready) override {
    for (const Touch& touch : touches)
      for (const Pending* other = ready.waiting_at(touch.object); other; other = other->next)
        if (ready.contains(*other) && may_conflict(touch.access, other->operation.access)) nominate(ready, *other);
  }

 private:
  // Earlier batches have higher priority, in random order within a batch; what was left out has the lowest of all.
  static constexpr std::uint64_t kLeftOut = 1;
  static constexpr std::uint64_t kBatches = std::uint64_t{1} << 31;

  // Makes it a candidate of the next batch.
  void nominate(Ready& ready, const Pending& pending) {
    ready.set_priority(pending, (kBatches - (batch_ + 1)) << 32 | random_.next() >> 32);
  }

  const Pending& choose_next(Ready& ready) {
    for (;;) {
      const Pending& top = ready.top();
      if (top.priority == kLeftOut) {  // then all are
        ++batch_;
        return ready[random_.below(ready.size())];
      }
      const std::uint64_t batch = kBatches - (top.priority >> 32);
      if (batch != batch_) {
        batch_ = batch;
        return top;
      }
      if (random_.flip()) return top;
      ready.set_priority(top, kLeftOut);
    }
  }

  // A task spins, and no batch will ever be free of it.
  void bring_back(Ready& ready) {
    left_out_.clear();
    for (std::size_t i = 0; i < ready.size(); ++i)
      if (ready[i].priority == kLeftOut) left_out_.push_back(&ready[i]);
    for (const Pending* pending : left_out_) nominate(ready, *pending);
  }

  std::uint64_t batch_ = 0;  // number of the batch under way, in this trial
  Streak streak_;
  std::vector<const Pending*> left_out_;  // scratch, in bring_back
};

}  // namespace heddle
