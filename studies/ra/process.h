// The process around a server: its mailbox, its timers, and whom it watches.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "studies/ra/server.h"
#include "studies/ra/spec.h"

namespace ra {

// What a server says of itself, without asking others (a call).
struct Status {
  State state;
  int term;
  std::deque<int> queue;
  Members members;
};
struct GetStatus {
  using Reply = Status;
};

// The name of a server.
std::string name_of(ServerId id);

class Process {
 public:
  Process(ServerId id, const Members& members, Bugs bugs, Spec& spec) : server_(id, members, bugs), spec_(spec) {}

  void run();  // under its name, until it has left the cluster

 private:
  using VoteCaller = std::optional<heddle::From<Vote>>;
  struct Waiting {
    Event event;
    VoteCaller caller;
  };

  void take(const heddle::AnyMessage& message);
  void handle(const Event& event, const VoteCaller& caller = {});

  void perform(const Send& effect, const VoteCaller& caller);
  void perform(const Ask& effect, const VoteCaller& caller);
  void perform(const ReplyVote& effect, const VoteCaller& caller);
  void perform(const ReplyClient& effect, const VoteCaller& caller);
  void perform(const Again& effect, const VoteCaller& caller);
  void perform(const Write& effect, const VoteCaller& caller);
  void perform(const Persist& effect, const VoteCaller& caller);
  void perform(const Watch& effect, const VoteCaller& caller);
  void perform(const ElectionTimer& effect, const VoteCaller& caller);
  void perform(const ConditionTimer& effect, const VoteCaller& caller);
  void perform(const StartTicking& effect, const VoteCaller& caller);
  void perform(const Stop& effect, const VoteCaller& caller);

  Server server_;
  Spec& spec_;
  std::deque<Waiting> again_;  // before anything of the mailbox
  bool stopped_ = false;
  heddle::Ref election_timer_;
  heddle::Ref condition_timer_;
  heddle::Ref tick_timer_;
  std::optional<heddle::Ref> watch_;
  ServerId watched_ = ServerId::nobody;
};

}  // namespace ra
