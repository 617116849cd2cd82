// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: ASPLOS'10): tasks have random ranks,
// the highest ready one runs, and at d-1 random steps the task about to run drops below all others.
//
// A bug of depth d (one that d ordering constraints bring about) in a program of n tasks and k steps is found with
// probability at least 1/(n k^(d-1)). Only steps where there is a choice count, so k is smaller than in the paper.
#pragma once

#include <vector>

#include "heddle/strategy/sampler.h"
#include "heddle/strategy/streak.h"
#include "heddle/strategy/trial_length.h"

namespace heddle {

class Pct final : public Sampler {
 public:
  static constexpr unsigned kDefaultDepth = 5;

  explicit Pct(unsigned depth = kDefaultDepth) : depth_(depth) {}  // at least 1

  std::string name() const override { return "pct:" + std::to_string(depth_); }
  bool fair() const override { return false; }
  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  bool end(const TrialEnd& end) override;

 private:
  std::uint64_t rank_of(TaskId task);
  void draw_changes(std::uint64_t first, std::uint64_t last);
  void demote(Ready& ready, const Pending& pending, std::uint64_t rank);

  unsigned depth_;
  TrialLength length_;

  // Of one trial:
  std::uint64_t step_ = 0;              // contested picks so far
  std::uint64_t horizon_ = 0;           // change points have been drawn up to this step
  bool outlived_ = false;               // the length that was drawn for this trial
  std::uint64_t bottom_ = 0;            // no rank is below this one
  std::vector<std::uint64_t> changes_;  // steps ahead at which the task about to run drops; distinct, soonest last
  std::vector<std::uint64_t> ranks_;    // by task; 0: not seen yet. Distinct but for collisions of 62 random bits
  Streak streak_;
};

}  // namespace heddle
