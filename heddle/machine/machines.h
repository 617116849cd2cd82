// The machines of one trial that are alive. Internal.
#pragma once

#include <vector>

#include "heddle/engine/trial.h"
#include "heddle/machine/machine.h"

namespace heddle {

class Machines final : public Component {
 public:
  static Machines& of(Trial& trial) { return trial.component<Machines>(); }

  // While it lives, a machine is one of them.
  class Presence {
   public:
    explicit Presence(const Machine& machine) : machines_(of(Trial::current())), machine_(machine) {
      machines_.present_.push_back({Trial::current().self(), &machine});
    }
    ~Presence() {
      std::erase_if(machines_.present_, [this](const Entry& entry) { return entry.machine == &machine_; });
    }
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

   private:
    Machines& machines_;
    const Machine& machine_;
  };

  void fingerprint(const Trial&, Fingerprint& print) const override {
    for (const Entry& entry : present_) {
      print.add_name(static_cast<std::uint64_t>(index(entry.task)));
      entry.machine->add_to(print);
    }
  }

  void reset() override { present_.clear(); }

 private:
  struct Entry {
    TaskId task;
    const Machine* machine;
  };
  std::vector<Entry> present_;
};

}  // namespace heddle
