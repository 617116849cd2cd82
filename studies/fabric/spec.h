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

// Liveness: sooner or later every service has one primary and a full set of active secondaries, and each of them has
// applied all that was acknowledged.
class FullSet final : public heddle::Monitor {
 public:
  struct RoleIs {  // none: also for the dead
    std::string service;
    ReplicaId replica;
    Role role;
  };
  struct Applied {
    std::string service;
    ReplicaId replica;
    Lsn lsn;
  };
  struct Acked {
    std::string service;
    Lsn lsn;
  };
  FullSet(const std::vector<std::string>& services, int replicas);
  void fingerprint(heddle::Fingerprint& print) const override { print.add(services_); }

 private:
  heddle::State incomplete_ = hot("Incomplete"), complete_ = cold("Complete");

  struct Replica {
    Role role = Role::none;
    Lsn applied = 0;
  };
  struct Service {
    Lsn acked = 0;
    std::map<ReplicaId, Replica> replicas;
  };
  void judge();
  bool is_complete(const Service& service) const;

  int replicas_;
  std::map<std::string, Service> services_;
};

// Safety and liveness: sooner or later a service has these items in this order, and never anything else but a
// beginning.
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
