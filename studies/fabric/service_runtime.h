// The platform's side of a service: which replicas it has, who is primary, and the replication of what the primary
// does. Whatever replicas say to one another goes through here.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "studies/fabric/messages.h"
#include "studies/fabric/mistakes.h"

namespace fabric {

struct ServiceKind {
  std::string name;
  MakeService make;
  int replicas = 3;  // at most: see successors()
};

class ServiceRuntime final : public heddle::Machine {
 public:
  ServiceRuntime(ServiceKind kind, heddle::Pid cluster, Mistakes mistakes);

  void fingerprint(heddle::Fingerprint& print) const override {
    print.add(epoch_).add(primary_).add(next_).add(committed_).add(in_flight_).add(to_send_);
  }

 private:
  heddle::State electing_ = state("Electing"), serving_ = state("Serving");

  struct Member {
    heddle::Node node;
    heddle::Pid runtime, host;
    Role role = Role::idle_secondary;
    bool alive = true;
    Lsn acked = 0;           // has everything up to here, by what it said in this epoch
    bool caught_up = false;  // had everything that was acknowledged, in this epoch
    bool is_voter() const { return role == Role::active_secondary && caught_up; }
  };
  struct InFlight {
    Lsn lsn;
    Operation operation;
    ReplicaId of;  // the primary that answers for it
  };
  struct ToSend {
    ReplicaId to;
    Append append;
  };
  struct SendNext {};

  // Replicas.
  ReplicaId launch();
  void fill();
  void join(ReplicaId id);
  void joined(const EpochAck& ack);
  void elect();
  std::vector<ReplicaId> successors() const;
  void take_office(const EpochAck& ack);

  // Failures come between two events. (Handlers may end in a transition, so it is counted before them.)
  template <class Event>
  auto counted(void (ServiceRuntime::*handle)(const Event&)) {
    return [this, handle](const Event& event) {
      count();
      (this->*handle)(event);
    };
  }
  void count();
  void fail(const Fail& fail);
  std::vector<ReplicaId> living_secondaries() const;

  // Replication.
  void replicate(const Replicate& request);
  void will_send(ReplicaId to, const InFlight& entry);
  void send_next(const SendNext&);
  void acked(const Ack& ack);
  void has(Member& member, Lsn lsn);
  void commit();
  bool has_quorum(Lsn lsn) const;

  // Copies.
  void copy_from_primary(const CopyContext& context);
  void hand_over(const CopyState& copy);
  void copied(const CopyStateDone& done);

  ServiceKind kind_;
  heddle::Pid cluster_;
  Mistakes mistakes_;
  std::map<ReplicaId, Member> members_;  // the dead, too
  Epoch epoch_ = 0;
  ReplicaId primary_ = 0;
  Lsn next_ = 1;
  Lsn committed_ = 0;
  Lsn not_sent_again_ = 0;  // was acknowledged before this epoch
  std::deque<InFlight> in_flight_;
  std::vector<ToSend> to_send_;
  std::vector<Fail> to_come_;
};

}  // namespace fabric
