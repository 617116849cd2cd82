// What must hold, of every service on the platform.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/fabric/messages.h"

namespace fabric {

// Safety: an operation that was acknowledged is in the state of every later primary.
class AckedIsKept final : public heddle::Monitor {
 public:
  struct Acked {
    std::string service;
    Epoch epoch;
    Operation operation;
  };
  struct TookOffice {
    std::string service;
    Epoch epoch;
    ReplicaId replica;
    Log log;
  };
  AckedIsKept();

 private:
  heddle::State watching_ = state("Watching");
  void take_office(const TookOffice& taken);
  std::vector<Acked> acked_;
};

// Safety: only the latest primary has operations acknowledged.
class OnePrimary final : public heddle::Monitor {
 public:
  struct Acked {
    std::string service;
    ReplicaId of;
  };
  struct TookOffice {
    std::string service;
    Epoch epoch;
    ReplicaId replica;
  };
  OnePrimary();

 private:
  heddle::State watching_ = state("Watching");
  std::map<std::string, TookOffice> latest_;
};

// Liveness: sooner or later every service has one primary, and all others are active secondaries.
class FullSet final : public heddle::Monitor {
 public:
  struct RoleIs {  // none: also for the dead
    std::string service;
    ReplicaId replica;
    Role role;
  };
  FullSet(std::vector<std::string> services, int replicas);
  void fingerprint(heddle::Fingerprint& print) const override { print.add(roles_); }

 private:
  heddle::State incomplete_ = hot("Incomplete"), complete_ = cold("Complete");
  void role_is(const RoleIs& is);
  bool is_complete(const std::map<ReplicaId, Role>& roles) const;
  int replicas_;
  std::map<std::string, std::map<ReplicaId, Role>> roles_;
};

// Safety and liveness: sooner or later a service has these items in this order, and never anything else but a beginning.
class ArrivesOnce final : public heddle::Monitor {
 public:
  struct State {  // of a primary
    std::string service;
    Data items;
  };
  ArrivesOnce(std::string service, Data expected);

 private:
  heddle::State waiting_ = hot("Waiting"), arrived_ = cold("Arrived");
  void compare(const State& state);
  std::string service_;
  Data expected_;
};

}  // namespace fabric
