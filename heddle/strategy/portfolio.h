// Several strategies in turn: what one is bad at, another is good at, and nobody knows beforehand which bug is in the
// program. The first has every other trial, and the rest share those in between. Over any stretch of trials, a bug that
// the first finds with probability p per trial is found with p/2 or more, and one that another of n finds, with
// p/2(n-1).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/assert.h"
#include "heddle/base/hash.h"
#include "heddle/engine/strategy.h"

namespace heddle {

class Portfolio final : public Strategy {
 public:
  struct Member {
    std::string name;
    std::unique_ptr<Strategy> strategy;
  };

  explicit Portfolio(std::vector<Member> members) : members_(std::move(members)) { HEDDLE_ASSERT(!members_.empty()); }

  // In which each member but the first has one trial, and the first all others.
  std::size_t round_length() const { return std::max<std::size_t>(1, 2 * (members_.size() - 1)); }

  // Whose turn it is in a trial. Rounds start anywhere, so that a worker that runs every n-th trial meets all members,
  // whatever n is.
  std::size_t turn(std::uint64_t trial) const {
    const std::uint64_t place = (trial + mix(trial / round_length())) % round_length();
    return place % 2 == 0 ? 0 : 1 + place / 2;
  }

  const std::vector<Member>& members() const { return members_; }
  const std::string& current() const { return members_[current_].name; }  // since the last begin

  Wants wants() const override { return now().wants(); }
  bool fair() const override { return now().fair(); }
  bool alone() const override { return now().alone(); }
  void visit(const std::function<void(Strategy&)>& show) override {
    show(*this);
    for (Member& member : members_) member.strategy->visit(show);
  }
  void begin(const TrialStart& start) override {
    current_ = turn(start.index);
    now().begin(start);
  }
  const Pending& pick(Ready& ready) override { return now().pick(ready); }
  std::uint32_t choose(const Choice& choice) override { return now().choose(choice); }
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override {
    now().executed(done, task, touches, ready);
  }

  // A member learns only from its own trials. One that has nothing left to explore says so for all.
  bool end(const TrialEnd& end) override { return now().end(end); }

 private:
  Strategy& now() const { return *members_[current_].strategy; }

  std::vector<Member> members_;
  std::size_t current_ = 0;
};

}  // namespace heddle
