// A server of a Raft cluster as `ra` has it, without processes: events in, effects out.
//
// It differs from the textbook in what matters for the bugs: a vote is preceded by a round of pre-votes; logs are
// written by somebody else, who tells later; entries are sent on before anybody has confirmed those before; a
// configuration is in force as soon as it is in the log; and a follower that misses entries waits for them in a state
// of its own, in which it takes hardly anything else.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <variant>
#include <vector>

#include "studies/ra/log.h"

namespace ra {

// What was wrong with ra, each on its own.
struct Bugs {
  bool forgets_caller =
      false;  // a vote request that ends the wait for entries is handled as if nobody waited for an answer
  bool trusts_leavers = false;   // the leader looks up whoever rejects entries, also one that has left
  bool forgets_cluster = false;  // only leaders keep the configuration that was in force before the last one
};

// Why a server ends that should not.
struct Crash : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// --- events; votes, requests and votes' requests are some, too ---

struct ElectionTimeout {};
struct ConditionTimeout {};  // waited long enough for missing entries
struct Tick {};
struct LeaderDown {
  ServerId leader;
};
struct ClientRequest {
  Request request;
  Client client;
};
using Event = std::variant<PreVote, RequestVote, Vote, AppendEntries, AppendReply, Written, ElectionTimeout,
                           ConditionTimeout, Tick, LeaderDown, ClientRequest>;

// --- effects, in the order in which they are to be done ---

struct Send {
  ServerId to;
  std::variant<AppendEntries, AppendReply> message;
};
struct Ask {  // each of them, and bring the votes as events
  Members servers;
  std::variant<PreVote, RequestVote> request;
};
struct ReplyVote {  // to the caller of the event under way
  Vote vote;
};
struct ReplyClient {
  Client client;
  Answer answer;
};
enum class Caller : int { same, none };
struct Again {  // the next event, before any other
  Event event;
  Caller caller = Caller::same;
};
struct Write {
  Position last;
};
struct Persist {  // before anything else is done
  int term;
  ServerId voted_for;
};
struct Watch {  // from now on this one only
  ServerId leader;
};
enum class Wait : int { off, very_short, normal };
struct ElectionTimer {
  Wait wait;
};
struct ConditionTimer {};
struct StartTicking {};
struct Stop {};  // it has left
using Effect = std::variant<Send, Ask, ReplyVote, ReplyClient, Again, Write, Persist, Watch, ElectionTimer,
                            ConditionTimer, StartTicking, Stop>;
using Effects = std::vector<Effect>;

enum class State : int { follower, pre_vote, candidate, leader, await_condition };

class Server {
 public:
  Server(ServerId id, const Members& members, Bugs bugs);

  Effects handle(const Event& event);

  ServerId id() const { return id_; }
  State state() const { return state_; }
  int term() const { return term_; }
  ServerId leader() const { return leader_; }
  const Log& log() const { return log_; }
  int applied() const { return applied_; }
  const std::deque<int>& queue() const { return queue_; }
  Members members() const;

 private:
  struct Peer {
    int next = 1;         // to be sent
    int match = 0;        // up to here its log is mine
    int commit_sent = 0;  // the commit index that it was told
  };
  struct Configuration {
    Position at;
    Members members;
  };

  void on(const PreVote& request);
  void on(const RequestVote& request);
  void on(const Vote& vote);
  void on(const AppendEntries& rpc);
  void on(const AppendReply& reply);
  void on(const Written& written);
  void on(const ElectionTimeout& timeout);
  void on(const ConditionTimeout& timeout);
  void on(const Tick& tick);
  void on(const LeaderDown& down);
  void on(const ClientRequest& request);

  // Elections (election.cc).
  void start_pre_vote();
  void start_election();
  void lead();
  void judge(const PreVote& request);
  void judge(const RequestVote& request);
  void set_term(int term, ServerId vote = ServerId::nobody);
  void become_follower(int term);
  bool up_to_date(Position last) const;
  bool member(ServerId server) const { return cluster_.contains(server); }
  std::size_t majority() const { return cluster_.size() / 2 + 1; }
  Members peers() const;

  // As a follower (follower.cc).
  void accept(const AppendEntries& rpc);
  void follow(ServerId leader);
  void reject(const AppendEntries& rpc, int next);
  void confirm();
  void before_append(const Entry& entry);

  // As a leader (leader.cc).
  void change_cluster(const ClientRequest& request, Members members);
  void append(Command command, std::optional<Client> client = {});
  void pipeline();
  void send_entries(ServerId to, Peer& peer);
  void advance_commit();
  void permit_changes();

  void adopt(const Configuration& configuration);
  void apply();
  std::optional<int> apply(const Command& command);

  const ServerId id_;
  const Bugs bugs_;

  State state_ = State::follower;
  int term_ = 0;
  ServerId voted_for_ = ServerId::nobody;
  ServerId leader_ = ServerId::nobody;
  Log log_;
  int commit_ = 0;
  int applied_ = 0;
  std::deque<int> queue_;  // the state machine

  std::map<ServerId, Peer> cluster_;  // with myself, unless I have left
  Configuration configuration_;       // the same, and where it comes from
  std::optional<Configuration> previous_;

  int token_ = 0;                       // of the last round of pre-votes
  std::size_t votes_ = 0;               // in this round
  int verified_ = 0;                    // up to here my log is that of the leader
  std::optional<Send> rejection_;       // which made me wait for entries
  std::vector<ClientRequest> parked_;   // until there is a leader
  bool changes_permitted_ = false;      // of the configuration
  std::vector<ClientRequest> changes_;  // until they are

  Effects effects_;  // of the event under way
};

}  // namespace ra
