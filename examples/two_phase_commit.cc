// EXPECT-FAILURE: TwoPhaseCommit.AnyVoteCounts
// Two-phase commit with a coordinator that does not wait for ever.
//
// The coordinator asks all participants to prepare a transaction. If all vote yes it tells them to commit, if one votes
// no, or one does not answer in time, to abort. Then comes the next transaction. A participant that has voted no has
// aborted already.
//
// What must hold: nobody commits what somebody else aborts (Atomicity), and every transaction is decided (Progress).
//
// AnyVoteCounts: votes are counted without a look at which transaction they are for. When the time-out strikes, a vote
// may be on its way; it comes during the next transaction, and is taken for a vote on that one. One
// trial in sixteen.
//
// OwnVotesCount: votes for earlier transactions are thrown away. --verify: 15,162 executions.
#include <heddle/heddle.h>

#include <map>
#include <vector>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

struct Prepare {
  Pid coordinator;
  int transaction;
};
struct Vote {
  int transaction;
  bool yes;
};
struct Decision {
  int transaction;
  bool commit;
};
struct TimeOut {};
struct Finished {};

struct Began {
  int transaction;
};
struct Settled {  // one participant has done so, for good
  int transaction;
  bool commit;
};

class Atomicity final : public Monitor {
 public:
  Atomicity() {
    watching_.on<Settled>([this](const Settled& settled) {
      const auto [first, is_new] = outcomes_.try_emplace(settled.transaction, settled.commit);
      check(is_new || first->second == settled.commit, "transaction {} is committed here and aborted there",
            settled.transaction);
    });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  std::map<int, bool> outcomes_;
};

class Progress final : public Monitor {
 public:
  Progress() {
    observe<Decision>();
    idle_.go<Began>(undecided_).ignore<Decision>();
    undecided_.go<Decision>(idle_);
    start_in(idle_);
  }

 private:
  State idle_ = cold("Idle"), undecided_ = hot("Undecided");
};

class Participant final : public Machine {
 public:
  Participant() {
    working_.on<Prepare>([this](const Prepare& prepare) {
      const bool yes = flip();
      if (!yes) settle(prepare.transaction, false);
      send(prepare.coordinator, Vote{prepare.transaction, yes});
    });
    working_.on<Decision>([this](const Decision& decision) { settle(decision.transaction, decision.commit); });
    start_in(working_);
  }

 private:
  State working_ = state("Working");
  void settle(int transaction, bool commit) { notify<Atomicity>(Settled{transaction, commit}); }
};

enum class Counts { any_vote, own_votes };

class Coordinator final : public Machine {
 public:
  Coordinator(std::vector<Pid> participants, int transactions, Counts counts, Pid test)
      : participants_(std::move(participants)), transactions_(transactions), counts_(counts), test_(test) {
    voting_.entry(&Coordinator::begin);
    voting_.on<Vote>(&Coordinator::count).on<TimeOut>([this] { decide(false); });
    finished_.entry([this] { send(test_, Finished{}); }).ignore<Vote>();
    start_in(voting_);
  }

 private:
  State voting_ = state("Voting"), finished_ = state("Finished");

  void begin() {
    ++transaction_;
    yes_votes_ = 0;
    notify<Progress>(Began{transaction_});
    for (const Pid participant : participants_) send(participant, Prepare{self(), transaction_});
    time_out_ = start_timer(1s, TimeOut{});
  }

  void count(const Vote& vote) {
    if (counts_ == Counts::own_votes && vote.transaction != transaction_) return;
    if (!vote.yes)
      decide(false);
    else if (++yes_votes_ == participants_.size())
      decide(true);
  }

  void decide(bool commit) {
    stop_timer(time_out_);
    for (const Pid participant : participants_) send(participant, Decision{transaction_, commit});
    go(transaction_ < transactions_ ? voting_ : finished_);
  }

  std::vector<Pid> participants_;
  int transactions_;
  Counts counts_;
  Pid test_;
  int transaction_ = 0;
  std::size_t yes_votes_ = 0;
  MachineTimer time_out_;
};

void transactions(Counts counts) {
  watch<Atomicity>();
  watch<Progress>();
  std::vector<Pid> participants;
  for (const char* name : {"bank", "shop"}) participants.push_back(spawn<Participant>(name));
  spawn<Coordinator>("coordinator", participants, 2, counts, self());
  receive<Finished>();
}

// A time-out may strike at any moment: what is late is a question of where one looks from.
const Options kTimeOutsAtAnyTime{.settings = {.time = TimeMode::any_time}};

HEDDLE_TEST(TwoPhaseCommit, AnyVoteCounts, kTimeOutsAtAnyTime) { transactions(Counts::any_vote); }
HEDDLE_TEST(TwoPhaseCommit, OwnVotesCount, kTimeOutsAtAnyTime) { transactions(Counts::own_votes); }

}  // namespace
