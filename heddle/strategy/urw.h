// Uniform random walk (Zhao, Wolff, Mathur, Roychoudhury: "Selectively Uniform Concurrency Testing", ASPLOS'25): picks
// a task with probability proportional to the number of operations that it has left, as earlier trials showed.
//
// If the numbers are right and nobody blocks, all interleavings are equally likely: the probabilities along one
// multiply to one over the multinomial coefficient. The first trial, which knows nothing, is a random walk.
#pragma once

#include "heddle/strategy/event_counts.h"
#include "heddle/strategy/lessons.h"
#include "heddle/strategy/sampler.h"

namespace heddle {

class Urw final : public Sampler {
 public:
  std::string name() const override { return "urw"; }
  Wants wants() const override { return {.executed = true, .history = lessons_.wanted()}; }
  bool fair() const override { return false; }  // its weights may be thousands to one, and stay so

  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;

 private:
  Lessons lessons_;
  EventCounts counts_;
};

}  // namespace heddle
