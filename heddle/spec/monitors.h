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

  void stop_faults(Trial& trial);
  bool faults_stopped() const { return faults_stopped_; }

  std::uint64_t add_hash(TaskId task, StateHash::Add add);
  void remove_hash(std::uint64_t number);

  // Of a hot one: steps that count.
  static std::uint64_t heat(const Trial& trial, const Monitor& monitor);
  // Which has been hot for longest; null: none is hot.
  const Monitor* hottest(const Trial& trial) const;
  std::uint64_t cold_entries() const;  // of all
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

  void tell(Trial& trial, Monitor& monitor, Message& event, Location where);

  std::vector<std::unique_ptr<Monitor>> monitors_;
  std::vector<Hash> hashes_;
  std::uint64_t hashes_made_ = 0;
  std::uint32_t hot_ = 0;  // how many
  bool faults_stopped_ = false;
  Location telling_at_ = Location::none();
  Liveness liveness_{*this};
};

}  // namespace heddle
