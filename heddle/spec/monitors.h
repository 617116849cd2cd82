// The monitors of one trial. Internal.
#pragma once

#include <memory>
#include <vector>

#include "heddle/engine/trial.h"
#include "heddle/spec/liveness.h"
#include "heddle/spec/monitor.h"

namespace heddle {

class Monitors final : public Component {
 public:
  static Monitors& of(Trial& trial) { return trial.component<Monitors>(); }

  void add(Trial& trial, std::unique_ptr<Monitor> monitor, const void* key, std::string_view type, Location where);
  Monitor* find(const void* key) const;
  void notify(Trial& trial, Monitor& monitor, Message& event, Location where);
  void observe(Trial& trial, Message& event);  // it is being sent, in the event under way

  // The monitor came to a state with another heat.
  void heated(Trial& trial, Monitor& monitor, Heat heat);

  // Operations, for their order decides. False: faults have stopped.
  bool may_fail(Trial& trial, Location where);
  void stop_faults(Trial& trial, Location where);

  std::uint64_t add_hash(TaskId task, StateHash::Add add);
  void remove_hash(std::uint64_t number);

  // Steps in hot states that count, since it was last cold.
  static std::uint64_t heat(const Trial& trial, const Monitor& monitor);
  bool owing() const { return owing_ > 0; }
  // Which has been hot for longest; null: none is hot.
  const Monitor* hottest(const Trial& trial) const;
  // How often a monitor entered a state so far, of all: a point in time, for owing_since.
  std::uint64_t heat_changes() const { return heat_changes_; }
  // The hottest of those that were hot at some time since then, and never cold; null: none. (As in P#: others may have
  // become cold.)
  const Monitor* owing_since(const Trial& trial, std::uint64_t heat_changes) const;
  // The run up to here says nothing about liveness: what was hot is so from now on.
  void judge_anew(const Trial& trial);
  static std::string describe_hot(const Monitor& monitor);
  static Location hot_at(const Monitor& monitor) { return monitor.hot_at_; }

  std::optional<Failure> at_quiet(Trial& trial) override;
  void fingerprint(const Trial& trial, Fingerprint& print) const override;
  void reset() override;

 private:
  struct Hash {
    std::uint64_t number;
    TaskId task;
    StateHash::Add add;
  };

  ObjectId faults(Trial& trial);
  void tell(Trial& trial, Monitor& monitor, Message& event, Location where);

  std::vector<std::unique_ptr<Monitor>> monitors_;
  std::vector<Hash> hashes_;
  std::uint64_t hashes_made_ = 0;
  std::uint32_t owing_ = 0;  // how many were hot, and not cold since
  std::uint64_t heat_changes_ = 0;
  ObjectId faults_ = kNoObject;  // made when first needed
  bool faults_stopped_ = false;
  Location telling_at_ = Location::none();
  Liveness liveness_{*this};
};

}  // namespace heddle
