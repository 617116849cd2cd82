// Search by states: executions that come to the same state are run on from there once, and counted as often as they come
// to it. Where servers forget, there are far fewer states than executions.
//
// Depth first, with sleep sets (sleep.h), so that each class of equivalent executions is counted once. What is remembered
// of a state is how many classes follow from it and how many of them fail, not a word about how it came about: a state is
// a fingerprint of 128 bits (digest.h), together with who is asleep there. A send that makes no difference to anybody
// else is taken at once, without looking at other ways to go on (a persistent set of one step).
//
// Godefroid, Holzmann, Pirottin: State-space caching revisited (CAV'92) has states and sleep sets side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heddle/search/digest.h"
#include "heddle/search/mail_races.h"
#include "heddle/search/sleep.h"
#include "heddle/search/state_table.h"
#include "heddle/strategy/sampler.h"

namespace heddle {

class StateSearch final : public Sampler {
 public:
  explicit StateSearch(Observers observers) : observers_(observers) {}

  std::string name() const override { return "search"; }
  Wants wants() const override { return {.executed = true, .history = true, .prints = true}; }
  bool fair() const override { return true; }
  bool alone() const override { return true; }

  void begin(const TrialStart& start) override;
  const Pending& pick(Ready& ready) override;
  std::uint32_t choose(const Choice& choice) override;
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override;
  void finished(const Trial& trial) override;
  bool end(const TrialEnd& end) override;

  // So far; those of a state that was met again included.
  const ClassCount& counts() const { return total_; }
  std::uint64_t states() const { return known_.size(); }
  bool exact() const { return races_.all_told_apart(); }  // or some classes were counted more than once
  const std::string& departed() const { return departed_; }  // not empty: the test answered differently when run again
  double explored() const;  // from 0 to 1, as SequenceSearch has it

  // For tests: known states are searched again, and what comes of them is compared. False: something else did.
  void check_states() { checks_ = true; }
  bool consistent() const { return consistent_; }

 private:
  // Where there may be more than one way to go on.
  struct Fork {
    StateKey key;  // nothing: a choice, or there is only one way
    bool is_choice = false;
    std::vector<std::uint32_t> ways;  // tasks, by the pool, or answers
    std::size_t now = 0;
    std::vector<KnownId> done;  // what the ways before this one did
    SleepSet asleep;
    ClassCount count;
  };

  const Pending* find(Ready& ready, std::uint32_t task);
  const Pending* quiet_send(Ready& ready);
  const Pending& retrace(Ready& ready);
  bool look(const Trial& trial);
  StateKey key(const Trial& trial) const;
  void go_on_from(const Fork& fork);
  void leave(const ClassCount& count);
  void start_again();
  void depart(std::string_view how);

  Observers observers_;
  KnownPool pool_;
  MailRaces races_{pool_, observers_};
  StateDigest digest_;
  StateTable known_;
  std::vector<Fork> path_;
  ClassCount total_;
  bool checks_ = false, consistent_ = true;
  std::string departed_;

  // Of the execution under way.
  std::size_t at_ = 0;        // forks that it has passed
  std::size_t looked_ = 0;    // events that an earlier one has shown
  bool beyond_ = false;       // it has passed all forks of the path
  std::size_t forked_ = kNone;  // what is executed next is the step of this fork
  bool again_ = false;        // something was learned about races: all is searched anew
  bool left_ = false;         // nothing that follows counts
  TaskId last_ = kNoTask;
  ClassCount tail_;           // what comes of it
  SleepSet asleep_;
  const Pending* quiet_ = nullptr;  // what was taken at once
  std::vector<const Pending*> turn_;
};

}  // namespace heddle
