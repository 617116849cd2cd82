// Sticky walk (the "probabilistic" strategy of P# and Coyote): the task that ran goes on with probability p, else one
// of the others, all alike. Few switches, at any place: long stretches of one task, which a random walk hardly ever
// has, but no bound. With p = 0 it switches at every step; a random walk of two tasks is p = 1/2. Fair, since p is
// below 1.
#pragma once

#include <fmt/format.h>

#include "heddle/strategy/sampler.h"

namespace heddle {

class Sticky final : public Sampler {
 public:
  static constexpr double kDefaultStay = 0.9;

  explicit Sticky(double stay = kDefaultStay) : stay_(stay) {}  // 0 <= stay < 1

  std::string name() const override { return fmt::format("sticky:{}", stay_); }
  Wants wants() const override { return {.executed = true}; }  // steps without a choice move on, too
  bool fair() const override { return true; }

  void begin(const TrialStart& start) override {
    Sampler::begin(start);
    running_ = kNoTask;
  }

  const Pending& pick(Ready& ready) override {
    // What the running task announced since its last step must be fresh.
    const Pending* own = nullptr;
    while (ready.fresh_count() > 0) {
      const Pending& pending = ready.fresh(ready.fresh_count() - 1);
      if (pending.task == running_) own = &pending;
      ready.set_priority(pending, 1);
    }
    if (!own) return ready[random_.below(ready.size())];
    if (random_.uniform() < stay_) return *own;
    const std::size_t other = random_.below(ready.size() - 1);
    return ready[other < own->slot ? other : other + 1];
  }

  void executed(const Operation&, TaskId task, std::span<const Touch>, Ready&) override { running_ = task; }

 private:
  double stay_;
  TaskId running_ = kNoTask;  // that took the last step of this trial
};

}  // namespace heddle
