// EXPECT-FAILURE: Paxos.ProposesItsOwnValue
// EXPECT-FAILURE: Paxos.ForgetsItsPromise
// Paxos for a single decision: proposers, acceptors, and two ways to choose twice.
//
// A proposer asks the acceptors to promise that they will accept nothing of a lower ballot; they tell what they have
// accepted so far. With the promises of a majority it asks them to accept a value: that of the highest ballot that it
// has heard of, or its own if there is none. What a majority has accepted in one ballot is chosen.
//
// What must hold: only one value is ever chosen (OneValue).
//
// ProposesItsOwnValue: a proposer does not look at what has been accepted. One trial in five.
// ForgetsItsPromise: an acceptor accepts whatever comes. One trial in three.
// Correct: neither of them. --verify: 10,692 executions.
#include <heddle/heddle.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace heddle;

namespace {

struct Proposal {
  int ballot;
  std::string value;
};
struct Prepare {
  int ballot;
  Pid proposer;
};
struct Promise {
  int ballot;
  std::optional<Proposal> accepted;
};
struct Accept {
  Proposal proposal;
};
struct Accepted {
  Pid acceptor;
  Proposal proposal;
};

class OneValue final : public Monitor {
 public:
  explicit OneValue(std::size_t acceptors) : majority_(acceptors / 2 + 1) {
    watching_.on<Accepted>(&OneValue::count);
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");

  void count(const Accepted& accepted) {
    const auto& [ballot, value] = accepted.proposal;
    auto& acceptors = accepted_by_[ballot];
    acceptors.insert(accepted.acceptor);
    if (acceptors.size() < majority_) return;
    if (chosen_.empty()) chosen_ = value;
    check(chosen_ == value, "{} was chosen, and now {} is, in ballot {}", chosen_, value, ballot);
  }

  std::size_t majority_;
  std::map<int, std::set<Pid>> accepted_by_;
  std::string chosen_;
};

enum class Mistake { none, proposes_its_own_value, forgets_its_promise };

class Acceptor final : public Machine {
 public:
  explicit Acceptor(Mistake mistake) {
    ready_.on<Prepare>([this](const Prepare& prepare) {
      if (prepare.ballot <= promised_) return;
      promised_ = prepare.ballot;
      send(prepare.proposer, Promise{prepare.ballot, accepted_});
    });
    ready_.on<Accept>([this, mistake](const Accept& accept) {
      if (accept.proposal.ballot < promised_ && mistake != Mistake::forgets_its_promise) return;
      accepted_ = accept.proposal;
      promised_ = accept.proposal.ballot;
      notify<OneValue>(Accepted{self(), accept.proposal});
    });
    start_in(ready_);
  }

 private:
  State ready_ = state("Ready");
  int promised_ = 0;
  std::optional<Proposal> accepted_;
};

class Proposer final : public Machine {
 public:
  Proposer(std::vector<Pid> acceptors, Proposal proposal, Mistake mistake)
      : acceptors_(std::move(acceptors)), proposal_(std::move(proposal)), mistake_(mistake) {
    preparing_.entry([this] {
      for (const Pid acceptor : acceptors_) send(acceptor, Prepare{proposal_.ballot, self()});
    });
    preparing_.on<Promise>(&Proposer::count);
    proposing_.entry([this] {
      for (const Pid acceptor : acceptors_) send(acceptor, Accept{proposal_});
    });
    proposing_.ignore<Promise>();
    start_in(preparing_);
  }

 private:
  State preparing_ = state("Preparing"), proposing_ = state("Proposing");

  void count(const Promise& promise) {
    if (promise.accepted && promise.accepted->ballot > newest_seen_ && mistake_ != Mistake::proposes_its_own_value) {
      newest_seen_ = promise.accepted->ballot;
      proposal_.value = promise.accepted->value;
    }
    if (++promises_ == acceptors_.size() / 2 + 1) go(proposing_);
  }

  std::vector<Pid> acceptors_;
  Proposal proposal_;
  Mistake mistake_;
  std::size_t promises_ = 0;
  int newest_seen_ = 0;
};

void propose_two_values(Mistake mistake) {
  std::vector<Pid> acceptors;
  for (int i = 1; i <= 3; ++i) acceptors.push_back(spawn<Acceptor>("acceptor" + std::to_string(i), mistake));
  watch<OneValue>(acceptors.size());
  spawn<Proposer>("proposer1", acceptors, Proposal{1, "tea"}, mistake);
  spawn<Proposer>("proposer2", acceptors, Proposal{2, "coffee"}, mistake);
}

HEDDLE_TEST(Paxos, ProposesItsOwnValue) { propose_two_values(Mistake::proposes_its_own_value); }
HEDDLE_TEST(Paxos, ForgetsItsPromise) { propose_two_values(Mistake::forgets_its_promise); }
HEDDLE_TEST(Paxos, Correct) { propose_two_values(Mistake::none); }

}  // namespace
