#include "studies/gproc/election.h"

#include <algorithm>
#include <utility>

namespace gproc {

using heddle::Node;

Election::Election(Host& host, Process self, std::vector<Node> candidates, Bugs bugs)
    : host_(host), self_(self), candidates_(std::move(candidates)), bugs_(bugs) {}

void Election::start() {
  start_stage1();
  tell_all(Join{self_});
}

// --- stages ---

void Election::start_stage1() {
  election_ = {rank(self_.node), next_election_++};
  down_.clear();
  status_ = Status::stage1;
  if (self_.node == candidates_.front()) return start_stage2();
  for (const Node node : all_before_me()) approach(node);
}

void Election::start_stage2() {
  status_ = Status::stage2;
  asked_ = self_.node;
  acks_.clear();
  continue_stage2();
}

void Election::continue_stage2() {
  if (asked_ == candidates_.back()) return become_leader();
  asked_ = candidates_[rank(asked_) + 1];
  approach(asked_);
  host_.tell(asked_, Halt{election_, self_});
}

void Election::wait_for(const ElectionId& election, const Process& leader) {
  watch(leader.node, leader);
  election_ = election;
  status_ = Status::waiting;
  leader_node_ = leader.node;
  down_.erase(leader.node);
}

void Election::become_leader() {
  const Process previous = std::exchange(leader_, self_);
  leader_node_ = self_.node;
  status_ = Status::normal;
  const Entries entries = host_.entries();
  for (const Node node : acks_) host_.tell(node, Lead{election_, self_, entries});
  host_.start_heartbeat();
  host_.tell(self_.node, SendCheckLeader{});
  if (previous.pid && down_.contains(previous.node)) host_.drop(previous.node);
  host_.lead();
}

// A leader takes one up that was away or is new.
void Election::admit(const Process& candidate) {
  down_.erase(candidate.node);
  watch(candidate.node, candidate);
  host_.answer(candidate, Lead{election_, self_, host_.entries()});
}

// --- finding a leader ---

void Election::on(const Join& message) { host_.answer(message.from, HasLeader{election_, leader_, self_}); }

void Election::on(const HasLeader& message) {
  if (over()) return;
  heard_[message.leader.node] = message.leader.pid;
  const std::vector<Node> waiting_for_me = status_ == Status::stage2 ? std::exchange(acks_, {}) : std::vector<Node>();
  wait_for(message.election, message.leader);
  leader_leads_ = true;
  for (const Node node : waiting_for_me) host_.tell(node, HasLeader{message.election, message.leader, self_});
  host_.answer(message.leader, IsLeader{message.election, self_});
}

void Election::on(const IsLeader& message) {
  if (leads())
    admit(message.from);
  else
    host_.answer(message.from, NotLeader{message.election, self_});
}

void Election::on(const NotLeader& message) {
  if (status_ == Status::waiting && message.election == election_) start_stage1();
}

void Election::on(const Halt& message) {
  if (over()) return host_.answer(message.from, HasLeader{election_, leader_, self_});
  if (!bugs_.any_halt && status_ == Status::waiting && leader_leads_ && leader_node_ != message.from.node)
    return host_.answer(message.from, HasLeader{election_, {heard_.at(leader_node_), leader_node_}, self_});
  wait_for(message.election, message.from);
  leader_leads_ = false;
  host_.answer(message.from, AckLeader{message.election, self_});
}

void Election::on(const AckLeader& message) {
  if (status_ != Status::stage2 || message.election != election_ || message.from.node != asked_) return;
  acks_.push_back(asked_);
  continue_stage2();
}

void Election::on(const Lead& message) {
  if (status_ != Status::waiting || message.election != election_) return;
  watch(message.from.node, message.from);
  leader_ = message.from;
  leader_node_ = message.from.node;
  status_ = Status::normal;
  host_.follow(message.entries);
}

// --- finding those who are thought down ---

void Election::on(const AskNormal& message) {
  if (status_ != Status::stage1 && !(status_ == Status::waiting && message.election == election_)) return;
  wait_for(message.election, message.from);
  leader_leads_ = true;
  host_.answer(message.from, NotNormal{message.election, self_});
}

void Election::on(const NotNormal& message) {
  if (leads() && message.election == election_) admit(message.from);
}

void Election::on(const Heartbeat&) {
  if (!leads()) return;
  for (const Node node : down_)
    if (node != candidates_.front()) host_.tell(node, AskNormal{election_, self_});
}

void Election::on(const CheckLeader& message) {
  if (status_ == Status::stage1 && !before_me(message.leader)) host_.tell(message.leader, Heartbeat{self_.node});
  if (!leads() || message.leader == self_.node) return;
  tell_all(Elect{});
  start_stage1();
}

void Election::on(const SendCheckLeader&) {
  if (leads() && !down_.empty()) host_.check_leaders(down_);
}

void Election::on(const Elect&) {
  if (over()) start_stage1();
}

// gen_leader tries to get into contact with machines that are not connected. Here all are, and it only ticks.
void Election::on(const CandidateTimer&) {
  candidate_timer_ = !down_.empty() && (leads() || !over());
  if (candidate_timer_) host_.start_candidate_timer();
}

// --- those who are lost ---

void Election::on(const Lost& message) {
  watched_.erase(message.node);
  const auto heard = heard_.find(message.node);
  if (!bugs_.late_reports && heard != heard_.end() && heard->second != message.pid)
    return watch(message.node, Process{heard->second, message.node});  // there is one since; was it lost, too?
  down_.insert(message.node);
  if (over())
    lost_while_normal(message.node);
  else
    lost_while_electing(message.node);
}

void Election::lost_while_electing(Node node) {
  if (status_ == Status::waiting && node == leader_node_) return start_stage1();
  if (status_ == Status::stage2 && node == asked_) return continue_stage2();
  const std::set<Node> before = all_before_me();
  if (status_ != Status::stage1 || !before.contains(node) || !std::ranges::includes(down_, before)) return;
  down_ = before;
  start_stage2();
}

void Election::lost_while_normal(Node node) {
  if (node == leader_node_) return start_stage1();
  if (!leads()) return;
  host_.drop(node);
  host_.tell(self_.node, SendCheckLeader{});
}

// --- candidates ---

std::set<Node> Election::others_alive() const {
  std::set<Node> alive(candidates_.begin(), candidates_.end());
  alive.erase(self_.node);
  for (const Node node : down_) alive.erase(node);
  return alive;
}

std::size_t Election::rank(Node node) const {
  return static_cast<std::size_t>(std::ranges::find(candidates_, node) - candidates_.begin());
}

std::set<Node> Election::all_before_me() const {
  return {candidates_.begin(), std::ranges::find(candidates_, self_.node)};
}

void Election::tell_all(const ElectionMessage& message) {
  for (const Node node : candidates_)
    if (node != self_.node) host_.tell(node, message);
}

void Election::approach(Node node) {
  if (!std::exchange(candidate_timer_, true)) host_.start_candidate_timer();
  host_.tell(node, Heartbeat{self_.node});
  watch(node, node);
}

template <class Candidate>
void Election::watch(Node node, const Candidate& candidate) {
  if (!watched_.insert(node).second) return;
  host_.watch(candidate);
}

}  // namespace gproc
