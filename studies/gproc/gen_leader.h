// A server of which there is one per node, and of which one leads: gen_leader. What they serve is the derived class's
// affair.
//
// While an election goes on, only its messages are taken; all others stay in the mailbox.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "studies/gproc/application.h"
#include "studies/gproc/election.h"

namespace gproc {

class GenLeader : protected Election::Host {
 public:
  virtual ~GenLeader() = default;

  // Takes the name, starts an election, says Started to its supervisor, and serves until an exit signal comes.
  void run(heddle::Pid supervisor);

 protected:
  GenLeader(std::vector<heddle::Node> candidates, Election::Bugs bugs);

  // A message that has nothing to do with elections, in normal times.
  virtual void serve(const heddle::AnyMessage& message) = 0;

  const Process& self() const { return self_; }
  const Election& election() const { return election_; }

  // By name, to the servers of other nodes, or to oneself; lost if nobody is there.
  template <class T>
  static void tell_server(heddle::Node node, const T& message, heddle::Location where = {}) {
    if (const auto server = heddle::whereis(heddle::Name(kServer, node), where)) heddle::send(*server, message, where);
  }
  template <class T>
  static void tell_all(const std::set<heddle::Node>& nodes, const T& message, heddle::Location where = {}) {
    for (const heddle::Node node : nodes) tell_server(node, message, where);
  }

 private:
  void take_election_message();
  void take_any_message();

  void tell(heddle::Node candidate, const ElectionMessage& message, heddle::Location where) override;
  void answer(const Process& candidate, const ElectionMessage& message, heddle::Location where) override;
  void watch(heddle::Node candidate) override;
  void watch(const Process& candidate) override;
  void start_candidate_timer() override;
  void start_heartbeat() override;
  void check_leaders(const std::set<heddle::Node>& down) override;

  const Process self_;
  heddle::Pid prober_;
  Election election_;
};

}  // namespace gproc
