// Who leads: the election protocol of gen_leader (Stoller's bully algorithm, with much added), as one candidate sees
// it.
//
// Candidates are ranked. One that starts looks whether those that come before it are there (stage 1). If none is, it
// asks those that come after it, one by one, to wait for it (stage 2), and then leads. It also asks all others whether
// there is a leader already, and then joins that one. Whom it has heard of it watches, through a prober; a leader that
// is lost makes it start again.
//
// No operations of its own: the host has the mailbox, the prober and the registry.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "studies/gproc/messages.h"

namespace gproc {

class Election {
 public:
  class Host {
   public:
    // By name, lost if nobody has it; and to one that has said something.
    virtual void tell(heddle::Node candidate, const ElectionMessage& message, heddle::Location where = {}) = 0;
    virtual void answer(const Process& candidate, const ElectionMessage& message, heddle::Location where = {}) = 0;
    virtual void watch(heddle::Node candidate) = 0;  // whoever has the name there; Lost will come, perhaps at once
    virtual void watch(const Process& candidate) = 0;
    virtual void start_candidate_timer() = 0;                            // CandidateTimer will come
    virtual void start_heartbeat() = 0;                                  // Heartbeat will come
    virtual void check_leaders(const std::set<heddle::Node>& down) = 0;  // now; SendCheckLeader will come

    virtual Entries entries() = 0;                            // what those who join have to know
    virtual void lead() = 0;                                  // from now on
    virtual void follow(const Entries& leaders_entries) = 0;  // from now on the leader, whose registry this is
    virtual void drop(heddle::Node node) = 0;                 // I lead, and that node is lost

   protected:
    ~Host() = default;
  };

  struct Bugs {
    bool late_reports = false;  // a Lost counts, however late it comes
    bool any_halt = false;      // a candidate that is about to join a leader waits for any other that asks it to
  };

  Election(Host& host, Process self, std::vector<heddle::Node> candidates, Bugs bugs);

  void start();

  bool over() const { return status_ == Status::normal; }
  bool leads() const { return over() && leader_ == self_; }
  const Process& leader() const { return leader_; }
  std::set<heddle::Node> others_alive() const;
  const std::set<heddle::Node>& watched() const { return watched_; }  // those whom the leader tells what is new

  // A message. Join must be left in the mailbox while an election goes on.
  template <class M>
  void take(const M& message) {
    if constexpr (requires { message.from.pid; }) heard_[message.from.node] = message.from.pid;
    on(message);
  }

 private:
  enum class Status { stage1, stage2, waiting, normal };

  void on(const Join& message);
  void on(const HasLeader& message);
  void on(const IsLeader& message);
  void on(const NotLeader& message);
  void on(const Halt& message);
  void on(const AckLeader& message);
  void on(const Lead& message);
  void on(const AskNormal& message);
  void on(const NotNormal& message);
  void on(const Heartbeat& message);
  void on(const CheckLeader& message);
  void on(const SendCheckLeader& message);
  void on(const Elect& message);
  void on(const CandidateTimer& message);
  void on(const Lost& message);

  void start_stage1();
  void start_stage2();
  void continue_stage2();
  void wait_for(const ElectionId& election, const Process& leader);
  void become_leader();
  void admit(const Process& candidate);
  void lost_while_electing(heddle::Node node);
  void lost_while_normal(heddle::Node node);

  std::size_t rank(heddle::Node node) const;
  bool before_me(heddle::Node node) const { return rank(node) < rank(self_.node); }
  std::set<heddle::Node> all_before_me() const;
  void tell_all(const ElectionMessage& message);
  void approach(heddle::Node node);
  template <class Candidate>
  void watch(heddle::Node node, const Candidate& candidate);

  Host& host_;
  const Process self_;
  const std::vector<heddle::Node> candidates_;  // by rank
  const Bugs bugs_;

  Status status_ = Status::stage1;
  ElectionId election_;
  int next_election_ = 0;
  Process leader_;                  // the last one
  heddle::Node leader_node_;        // of the leader, or of whom I wait for
  bool leader_leads_ = false;       // while waiting: it leads already
  heddle::Node asked_;              // in stage 2: whose answer I wait for
  std::vector<heddle::Node> acks_;  // in stage 2: who waits for me
  std::set<heddle::Node> down_;
  std::set<heddle::Node> watched_;
  std::map<heddle::Node, heddle::Pid> heard_;  // the last server of a node that has said something
  bool candidate_timer_ = false;
};

}  // namespace gproc
