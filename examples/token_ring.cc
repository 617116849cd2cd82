// EXPECT-FAILURE: TokenRing.EveryStationMakesItsOwn
// Mutual exclusion by a token that goes round a ring, and may get lost.
//
// Stations pass a token on to their neighbour. Who has it may work; nobody else. The network loses the token now and
// then. A station that waits for longer than the token takes to go round concludes that it is lost, and sees to a new
// one.
//
// What must hold: at most one station works at a time (OneHolder), and whoever wants to work does at last
// (EveryRequestIsGranted).
//
// EveryStationMakesItsOwn: a station whose patience is over makes a new token, and so does the other one that waits:
// two tokens. Every second trial.
//
// ClaimFirst: a station whose patience is over sends a claim round the ring instead. A station that claims too lets
// only claims of lower stations through, and a claim that comes home has been everywhere: only then its station makes a
// token. --verify: 48 executions.
#include <heddle/heddle.h>

#include <string>
#include <vector>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

constexpr auto kHold = 1s;       // a station keeps the token for so long, whether it works or not
constexpr auto kPatience = 10s;  // more than it takes to go round

struct Join {  // the first thing that a station is told
  Pid next;
};
struct Token {};
struct Claim {
  int station;
};
struct HoldOver {};
struct PatienceOver {};
struct Worked {};

struct Wants {
  int station;
};
struct Begins {
  int station;
};
struct Ends {
  int station;
};

class OneHolder final : public Monitor {
 public:
  OneHolder() {
    nobody_.on<Begins>([this](const Begins& begins) {
      holder_ = begins.station;
      go(somebody_);
    });
    somebody_.go<Ends>(nobody_).on<Begins>([this](const Begins& begins) {
      fail("station {} begins to work while station {} works", begins.station, holder_);
    });
    start_in(nobody_);
  }

 private:
  State nobody_ = state("NobodyWorks"), somebody_ = state("SomebodyWorks");
  int holder_ = 0;
};

class EveryRequestIsGranted final : public Monitor {
 public:
  EveryRequestIsGranted() {
    content_.go<Wants>(waiting_, [this] { ++waiting_count_; });
    waiting_.on<Wants>([this] { ++waiting_count_; }).on<Begins>([this] {
      if (--waiting_count_ == 0) go(content_);
    });
    start_in(content_);
  }
  void fingerprint(Fingerprint& print) const override { print.add(waiting_count_); }

 private:
  State content_ = cold("NobodyWaits"), waiting_ = hot("SomebodyWaits");
  int waiting_count_ = 0;
};

enum class Repair { everybody_makes_one, claim_first };

class Station final : public Machine {
 public:
  Station(int number, bool wants, Repair repair, Pid test)
      : number_(number), wants_(wants), repair_(repair), test_(test) {
    outside_.go<Join>(waiting_, &Station::join).defer<Token, Claim>();
    waiting_.go<Token>(holding_, &Station::take_token).on<Claim>(&Station::hand_on_claim);
    waiting_.on<PatienceOver>(&Station::replace_token);
    holding_.go<HoldOver>(waiting_, &Station::pass_on).defer<Token>();
    holding_.ignore<Claim>();  // the token is here, not lost
    start_in(outside_);
  }

 private:
  State outside_ = state("Outside"), waiting_ = state("Waiting"), holding_ = state("Holding");

  void join(const Join& join) {
    next_ = join.next;
    if (!wants_) return;
    notify<EveryRequestIsGranted>(Wants{number_});
    be_patient();
  }

  void be_patient() {
    stop_timer(patience_);
    patience_ = start_timer(kPatience, PatienceOver{});
  }

  void take_token() {
    stop_timer(patience_);
    claims_ = false;
    if (wants_) {
      notify<EveryRequestIsGranted>(Begins{number_});
      notify<OneHolder>(Begins{number_});
    }
    start_timer(kHold, HoldOver{});
  }

  void pass_on() {
    if (wants_) {
      notify<OneHolder>(Ends{number_});
      send(test_, Worked{});
    }
    wants_ = false;
    if (may_lose_token_ && fault()) {
      log("the token is lost");
      may_lose_token_ = false;
    } else {
      send(next_, Token{});
    }
  }

  void replace_token() {
    if (repair_ == Repair::everybody_makes_one) {
      send(self(), Token{});
    } else {
      claims_ = true;
      be_patient();  // what becomes of the claim: it may find a token, which then may get lost
      send(next_, Claim{number_});
    }
  }

  void hand_on_claim(const Claim& claim) {
    if (claim.station == number_) {
      if (claims_) send(self(), Token{});
    } else if (!claims_ || claim.station < number_) {
      if (wants_) be_patient();  // somebody sees to it
      claims_ = false;
      send(next_, claim);
    }
  }

  int number_;
  bool wants_;
  Repair repair_;
  Pid test_, next_;
  bool claims_ = false;
  bool may_lose_token_ = true;  // once each, so that there is an end
  MachineTimer patience_;
};

void ring(Repair repair) {
  watch<OneHolder>();
  watch<EveryRequestIsGranted>();
  constexpr int kStations = 3;
  std::vector<Pid> stations;
  for (int i = 1; i <= kStations; ++i)
    stations.push_back(spawn<Station>("station" + std::to_string(i), i, /*wants=*/i != 1, repair, self()));
  for (std::size_t i = 0; i < kStations; ++i) send(stations[i], Join{stations[(i + 1) % kStations]});
  send(stations[0], Token{});
  receive<Worked>();
  receive<Worked>();
}

HEDDLE_TEST(TokenRing, EveryStationMakesItsOwn) { ring(Repair::everybody_makes_one); }
HEDDLE_TEST(TokenRing, ClaimFirst) { ring(Repair::claim_first); }

}  // namespace
