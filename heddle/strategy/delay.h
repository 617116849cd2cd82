// Random delay bounding (Emmi, Qadeer, Rakamaric: POPL'11; the sampling form of P#): a deterministic scheduler, round
// robin and without preemption, except that up to D times, at random steps, the task that would go next is passed over.
//
// Each delay falls on one of the k steps where there is a choice, or on none, so a schedule that D or fewer delays make
// is found with probability at least 1/(k+1)^D, however many tasks there are. D = 0 is always the same schedule.
#pragma once

#include <vector>

#include "heddle/strategy/sampler.h"
#include "heddle/strategy/streak.h"
#include "heddle/strategy/trial_length.h"

namespace heddle {

class Delay final : public Sampler {
 public:
  static constexpr unsigned kDefaultDelays = 2;

  explicit Delay(unsigned delays = kDefaultDelays) : delays_(delays) {}

  std::string name() const override { return "delay:" + std::to_string(delays_); }
  Wants wants() const override { return {.executed = true}; }  // steps without a choice move the turn, too
  bool fair() const override { return false; }
  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;

 private:
  void pass_over(Ready& ready);

  unsigned delays_;
  TrialLength length_;

  // Of one trial. The turn goes round through the tasks by number; a task with a lower number than the one whose turn
  // it is comes in the next round. A ready operation's priority is that of (round, number), lowest first.
  std::uint64_t step_ = 0;  // contested picks so far
  std::uint64_t round_ = 0;
  std::uint64_t turn_ = 0;           // number of the task whose turn it is
  std::vector<std::uint64_t> when_;  // steps ahead with a delay, soonest last; a step twice passes over two tasks
  Streak streak_;
};

}  // namespace heddle
