// A cluster of five servers with a queue, as its users see it.
#pragma once

#include <memory>
#include <optional>

#include "studies/ra/process.h"

namespace ra {

inline constexpr ServerId kServers[] = {ServerId::S1, ServerId::S2, ServerId::S3, ServerId::S4, ServerId::S5};

// Each call goes to a server, which knows the leader, or waits until it does. Nothing: no answer within 5 s, or the
// server has ended; what was asked for may happen all the same.
class Cluster {
 public:
  explicit Cluster(Bugs bugs) : bugs_(bugs) {}

  void start();  // comes back when all run and one has been asked to lead

  void trigger_election(ServerId server) const;
  bool enqueue(ServerId server, int message) const;
  std::optional<Answer> dequeue(ServerId server) const;
  bool add_member(ServerId server, ServerId joining) const;
  bool remove_member(ServerId server, ServerId leaving) const;
  std::optional<Status> status(ServerId server) const;

 private:
  std::optional<Answer> process(ServerId server, const Command& command) const;

  const Bugs bugs_;
  std::shared_ptr<Spec> spec_ = std::make_shared<Spec>();  // servers go on when the test is over
};

}  // namespace ra
