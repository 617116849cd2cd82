// Selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS'25): makes only the order of *interesting*
// operations uniform. Each trial draws one object that tasks were seen to conflict at; the operations on it are the
// interesting ones. Others go in the order of random priorities (as in POS), and cost no uniformity.
//
// If the numbers learned from earlier trials are right and nobody blocks, all orders of the interesting operations are
// equally likely, however many others there are. The first trial, which knows nothing, is a random walk.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "heddle/strategy/event_counts.h"
#include "heddle/strategy/lessons.h"
#include "heddle/strategy/sampler.h"
#include "heddle/strategy/streak.h"

namespace heddle {

class Surw final : public Sampler {
 public:
  std::string name() const override { return "surw"; }
  Wants wants() const override { return {.executed = true, .history = lessons_.wanted()}; }
  bool fair() const override { return false; }

  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  bool end(const TrialEnd& end) override;

 private:
  // Objects kept at most, in the order in which they were found.
  static constexpr std::size_t kMaxObjects = 10'000;

  // Set in the priority of everything that is free to run; what is held back keeps the rest of its priority.
  static constexpr std::uint64_t kFree = std::uint64_t{1} << 63;

  // One operation of a trial.
  struct Use {
    ObjectId object;
    TaskId task;
    std::uint32_t accesses;  // to that object; one bit each
  };

  void greet(Ready& ready, const Pending& pending);
  bool must_wait(const Ready& ready, const Pending& pending);
  bool interesting(const Ready& ready, const Operation& operation) const;
  TaskId draw_next(const Ready& ready, TaskId at_least);
  void release(Ready& ready);
  void start_over(Ready& ready);
  void learn_object(const History& history, std::span<const Use> uses);

  Lessons lessons_;
  std::map<std::uint64_t, EventCounts> counts_;  // by the stable identity of the object
  std::vector<std::uint64_t> objects_;           // keys of counts_: where tasks were seen to conflict

  // Of one trial:
  std::uint64_t object_ = 0;          // whose operations are interesting
  EventCounts* left_ = nullptr;       // how many of them are ahead; null: nothing is known
  TaskId next_ = kNoTask;             // has the next interesting operation; none: not drawn yet
  std::vector<const Pending*> held_;  // interesting operations that must wait for next_'s
  Streak streak_;
  std::vector<const Pending*> all_;  // scratch, in start_over
};

}  // namespace heddle
