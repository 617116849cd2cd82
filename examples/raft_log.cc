// EXPECT-FAILURE: RaftLog.VotesForAnybody
// EXPECT-FAILURE: RaftLog.CountsReplicasOfOldTerms
// Raft's log: what is committed stays, whoever leads next. (For the election itself see raft_election.cc.)
//
// A leader keeps the log and sends it to the others. An entry that a majority has is committed: it may be applied. A
// new leader overwrites what others have and it has not, so that it must have all that is committed: a server votes
// only for a candidate whose log is at least as good as its own. Here each leader makes one entry, which is known by
// its term, and sends its whole log instead of what is missing.
//
// What must hold: what has been applied at some place of the log is never replaced there (StateMachineSafety).
//
// VotesForAnybody: logs are not compared. Three trials in ten.
//
// CountsReplicasOfOldTerms: a leader takes an entry of an earlier term for committed as soon as a majority has it. But
// a server with an entry of a term in between has the better log, can become leader, and overwrites it: figure 8 of the
// Raft paper. One trial in four hundred.
//
// Correct: a leader counts replicas only of entries of its own term; what lies before is committed with them.
#include <heddle/heddle.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace heddle;

namespace {

using Log = std::vector<int>;  // terms of the entries

struct Meet {  // the first thing that a server is told
  std::vector<Pid> others;
};
struct ElectionTimeOut {};
struct VoteRequest {
  int term;
  Pid candidate;
  Log log;
};
struct Vote {
  int term;
};
struct Append {
  int term;
  Pid leader;
  Log log;
};
struct Appended {
  int term;
  Pid follower;
  std::size_t length;
};
struct Applied {
  std::size_t place;
  int entry;
};

class StateMachineSafety final : public Monitor {
 public:
  StateMachineSafety() {
    watching_.on<Applied>([this](const Applied& applied) {
      const auto [first, is_new] = entries_.try_emplace(applied.place, applied.entry);
      check(is_new || first->second == applied.entry,
            "at place {} of the log entry {} was applied, and now entry {} is", applied.place, first->second,
            applied.entry);
    });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  std::map<std::size_t, int> entries_;
};

enum class Mistake { none, votes_for_anybody, counts_replicas_of_old_terms };

class Server final : public Machine {
 public:
  explicit Server(Mistake mistake) : mistake_(mistake) {
    alone_.go<Meet>(follower_, [this](const Meet& meet) { others_ = meet.others; });
    alone_.defer<ElectionTimeOut, VoteRequest, Append>();
    follower_.go<ElectionTimeOut>(candidate_).ignore<Vote, Appended>();
    candidate_.entry(&Server::ask_for_votes).on<Vote>(&Server::count_vote).ignore<Appended>();
    leader_.entry(&Server::lead).on<Appended>(&Server::count_replica).ignore<Vote>();
    for (State* state : {&candidate_, &leader_}) state->defer<ElectionTimeOut>();  // until it is a follower again
    for (State* state : {&follower_, &candidate_, &leader_})
      state->on<VoteRequest>(&Server::vote).on<Append>(&Server::append);
    start_in(alone_);
  }

 private:
  State alone_ = state("Alone"), follower_ = state("Follower"), candidate_ = state("Candidate"),
        leader_ = state("Leader");

  std::size_t majority() const { return (others_.size() + 1) / 2 + 1; }

  void ask_for_votes() {
    ++term_;
    has_voted_ = true;
    votes_ = 1;
    for (const Pid server : others_) send(server, VoteRequest{term_, self(), log_});
  }

  static std::pair<int, std::size_t> worth(const Log& log) { return {log.empty() ? 0 : log.back(), log.size()}; }

  void vote(const VoteRequest& request) {
    if (request.term <= term_ && (request.term < term_ || has_voted_)) return;
    const bool newer = std::exchange(term_, request.term) < request.term;
    has_voted_ = mistake_ == Mistake::votes_for_anybody || worth(request.log) >= worth(log_);
    if (has_voted_) send(request.candidate, Vote{term_});
    if (newer && !is_in(follower_)) go(follower_);
  }

  void count_vote(const Vote& vote) {
    if (vote.term == term_ && ++votes_ == majority()) go(leader_);
  }

  // First what it has; who has got that is sent its own entry, too.
  void lead() {
    lengths_.clear();
    for (const Pid server : others_) send(server, Append{term_, self(), log_});
    log_.push_back(term_);
  }

  void append(const Append& append) {
    if (append.term < term_) return;
    if (append.term > term_) has_voted_ = false;
    term_ = append.term;
    log_ = append.log;
    send(append.leader, Appended{term_, self(), log_.size()});
    if (!is_in(follower_)) go(follower_);
  }

  void count_replica(const Appended& appended) {
    if (appended.term != term_) return;
    if (appended.length < log_.size()) send(appended.follower, Append{term_, self(), log_});
    lengths_[appended.follower] = appended.length;
    std::size_t replicas = 1;  // of the log up to that length
    for (const auto& [follower, length] : lengths_) replicas += length >= appended.length;
    if (appended.length == 0 || replicas < majority()) return;
    if (log_[appended.length - 1] != term_ && mistake_ != Mistake::counts_replicas_of_old_terms) return;
    for (std::size_t i = 0; i < appended.length; ++i) notify<StateMachineSafety>(Applied{i + 1, log_[i]});
  }

  Mistake mistake_;
  std::vector<Pid> others_;
  int term_ = 0;
  bool has_voted_ = false;  // in this term
  std::size_t votes_ = 0;
  Log log_;
  std::map<Pid, std::size_t> lengths_;  // of the logs of followers, as far as known
};

// Two of three servers become impatient, twice each.
void compete(Mistake mistake) {
  watch<StateMachineSafety>();
  std::vector<Pid> servers;
  for (int i = 1; i <= 3; ++i) servers.push_back(spawn<Server>("server" + std::to_string(i), mistake));
  for (const Pid server : servers) {
    std::vector<Pid> others = servers;
    std::erase(others, server);
    send(server, Meet{others});
  }
  for (const Pid server : {servers[0], servers[1], servers[0], servers[1]}) send(server, ElectionTimeOut{});
}

HEDDLE_TEST(RaftLog, VotesForAnybody) { compete(Mistake::votes_for_anybody); }
HEDDLE_TEST(RaftLog, CountsReplicasOfOldTerms) { compete(Mistake::counts_replicas_of_old_terms); }
HEDDLE_TEST(RaftLog, Correct) { compete(Mistake::none); }

}  // namespace
