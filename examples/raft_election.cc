// EXPECT-FAILURE: RaftElection.CountsVotes
// Raft's leader election, and candidates that count votes instead of voters.
//
// A server that has not heard of a leader for a while becomes a candidate: it begins a new term, votes for itself, and
// asks the others. A server votes once in a term, for whoever asks first. A majority makes a leader. Messages may get
// lost, so a candidate that is still waiting asks everybody again, and who has voted for it says so again.
//
// What must hold: at most one leader in a term.
//
// CountsVotes: the second answer of a server that has voted already is counted like a new one, and two candidates of
// one term both come to a majority. This was a bug of a real implementation (raft-45 in the DEMi study). One trial in
// ninety.
//
// CountsVoters: a candidate keeps the set of those who have voted for it.
#include <heddle/heddle.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

struct Meet {  // the first thing that a server is told
  std::vector<Pid> others;
};
struct VoteRequest {
  int term;
  Pid candidate;
};
struct VoteGranted {
  int term;
  Pid voter;
};
struct LeaderIs {
  int term;
  Pid leader;
};
struct ElectionTimeOut {};
struct AskAgain {};

class OneLeaderPerTerm final : public Monitor {
 public:
  OneLeaderPerTerm() {
    watching_.on<LeaderIs>([this](const LeaderIs& is) {
      const auto [first, is_new] = leaders_.try_emplace(is.term, is.leader);
      check(is_new, "{} and {} are both leaders in term {}", first->second, is.leader, is.term);
    });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  std::map<int, Pid> leaders_;
};

enum class Counts { votes, voters };

class Server final : public Machine {
 public:
  Server(bool ambitious, Counts counts) : ambitious_(ambitious), counts_(counts) {
    alone_.go<Meet>(follower_, [this](const Meet& meet) { others_ = meet.others; });
    alone_.defer<VoteRequest, LeaderIs>();

    follower_.entry([this] {
      if (ambitious_) timer_ = start_timer(1s, ElectionTimeOut{});
    });
    follower_.exit([this] { stop_timer(timer_); });
    follower_.go<ElectionTimeOut>(candidate_).ignore<VoteGranted>();

    candidate_.entry(&Server::stand_for_election);
    candidate_.exit([this] { stop_timer(timer_); });
    candidate_.on<VoteGranted>(&Server::count).on<AskAgain>(&Server::ask);

    leader_.entry(&Server::rule).ignore<VoteGranted>();

    for (State* state : {&follower_, &candidate_, &leader_})
      state->on<VoteRequest>(&Server::vote).on<LeaderIs>([this](const LeaderIs& is) { learn_of(is.term); });
    start_in(alone_);
  }

 private:
  State alone_ = state("Alone"), follower_ = state("Follower"), candidate_ = state("Candidate"),
        leader_ = state("Leader");

  void stand_for_election() {
    ambitious_ = false;  // once is enough for a test
    ++term_;
    voted_for_ = self();
    votes_ = 1;
    voters_ = {self()};
    ask();
    timer_ = start_timer(1s, AskAgain{});
  }

  void ask() {
    for (const Pid server : others_) send(server, VoteRequest{term_, self()});
  }

  void vote(const VoteRequest& request) {
    const bool newer = request.term > term_;
    if (newer) {
      term_ = request.term;
      voted_for_ = Pid{};
    }
    if (request.term == term_ && (voted_for_ == Pid{} || voted_for_ == request.candidate)) {
      voted_for_ = request.candidate;
      send(request.candidate, VoteGranted{term_, self()});
    }
    if (newer && !is_in(follower_)) go(follower_);
  }

  void count(const VoteGranted& vote) {
    if (vote.term != term_) return;
    voters_.insert(vote.voter);
    ++votes_;
    const std::size_t majority = (others_.size() + 1) / 2 + 1;
    if ((counts_ == Counts::votes ? votes_ : voters_.size()) >= majority) go(leader_);
  }

  void rule() {
    notify<OneLeaderPerTerm>(LeaderIs{term_, self()});
    for (const Pid server : others_) send(server, LeaderIs{term_, self()});
  }

  void learn_of(int term) {
    if (term < term_) return;
    if (term > term_) voted_for_ = Pid{};
    term_ = term;
    if (!is_in(follower_)) go(follower_);
  }

  bool ambitious_;
  Counts counts_;
  std::vector<Pid> others_;
  int term_ = 0;
  Pid voted_for_;
  std::size_t votes_ = 0;
  std::set<Pid> voters_;
  MachineTimer timer_;
};

// Four servers, two of them ambitious: a majority is three.
void election(Counts counts) {
  watch<OneLeaderPerTerm>();
  std::vector<Pid> servers;
  for (int i = 1; i <= 4; ++i)
    servers.push_back(spawn<Server>("server" + std::to_string(i), /*ambitious=*/i <= 2, counts));
  for (const Pid server : servers) {
    std::vector<Pid> others = servers;
    std::erase(others, server);
    send(server, Meet{others});
  }
}

// Clocks of different servers have nothing to do with one another: a time-out strikes whenever it likes.
const Options kTimeOutsAtAnyTime{.settings = {.time = TimeMode::any_time}};

HEDDLE_TEST(RaftElection, CountsVotes, kTimeOutsAtAnyTime) { election(Counts::votes); }
HEDDLE_TEST(RaftElection, CountsVoters, kTimeOutsAtAnyTime) { election(Counts::voters); }

}  // namespace
