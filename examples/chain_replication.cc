// EXPECT-FAILURE: ChainReplication.ForgetsWhatIsOnItsWay
// Chain replication: a server in the middle fails, and what it had not handed on yet is lost.
//
// Updates go to the head of a chain of servers, each stores them and hands them on, and the tail tells the client.
// Acknowledgements go back up the chain; until one has come, a server remembers the update. A master watches the
// servers. When one fails it links the two around it: the one before gets a new successor, and sends it again whatever
// is not acknowledged. Connections keep messages in order: under --delivery=unordered the whole is wrong.
//
// What must hold: each server stores all updates, in order (NoGaps), and every update is confirmed
// (EveryUpdateIsConfirmed).
//
// ForgetsWhatIsOnItsWay: a server with a new successor sends only what comes from now on. What the failed server had
// taken and not handed on is missing at the tail. Three trials in four.
//
// SendsAgain: the protocol as it should be. --verify: 384 executions.
#include <heddle/heddle.h>

#include <map>
#include <vector>

using namespace heddle;

namespace {

struct Place {  // the first thing that a server is told: its neighbours, none at the ends
  Pid before, after;
};
struct Update {
  int number;
  Pid client;
};
struct Acknowledged {
  int number;
};
struct Confirmed {  // to the client
  int number;
};
struct NewNeighbour {  // from the master
  Place place;
};
struct Stored {
  Pid server;
  int number;
};

class NoGaps final : public Monitor {
 public:
  NoGaps() {
    watching_.on<Stored>([this](const Stored& stored) {
      int& last = last_[stored.server];
      check(stored.number == last + 1, "{} stores update {} after update {}", stored.server, stored.number, last);
      last = stored.number;
    });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  std::map<Pid, int> last_;
};

class EveryUpdateIsConfirmed final : public Monitor {
 public:
  explicit EveryUpdateIsConfirmed(int updates) : open_(updates) {
    observe<Confirmed>();
    waiting_.on<Confirmed>([this] {
      if (--open_ == 0) go(done_);
    });
    start_in(waiting_);
  }
  void fingerprint(Fingerprint& print) const override { print.add(open_); }

 private:
  State waiting_ = hot("UpdatesAreOpen"), done_ = cold("AllConfirmed");
  int open_;
};

enum class OnRepair { forgets, sends_again };

class Server final : public Machine {
 public:
  explicit Server(OnRepair on_repair) : on_repair_(on_repair) {
    outside_.go<Place>(linked_, [this](const Place& place) { place_ = place; });
    outside_.defer<Update, Acknowledged, NewNeighbour>();
    linked_.on<Update>(&Server::store).on<Acknowledged>(&Server::acknowledge).on<NewNeighbour>(&Server::repair);
    start_in(outside_);
  }

 private:
  State outside_ = state("Outside"), linked_ = state("Linked");

  bool is_tail() const { return place_.after == Pid{}; }

  void store(const Update& update) {
    if (update.number <= last_) return;  // sent again, and known already
    last_ = update.number;
    notify<NoGaps>(Stored{self(), update.number});
    if (is_tail()) {
      send(update.client, Confirmed{update.number});
      send(place_.before, Acknowledged{update.number});
    } else {
      on_its_way_.push_back(update);
      send(place_.after, update);
    }
  }

  void acknowledge(const Acknowledged& acknowledged) {
    std::erase_if(on_its_way_, [&](const Update& update) { return update.number <= acknowledged.number; });
    if (place_.before != Pid{}) send(place_.before, acknowledged);
  }

  void repair(const NewNeighbour& neighbour) {
    const bool new_successor = neighbour.place.after != place_.after;
    place_ = neighbour.place;
    if (new_successor && on_repair_ == OnRepair::sends_again)
      for (const Update& update : on_its_way_) send(place_.after, update);
  }

  OnRepair on_repair_;
  Place place_;
  int last_ = 0;
  std::vector<Update> on_its_way_;
};

class Master final : public Machine {
 public:
  explicit Master(std::vector<Pid> chain) : chain_(std::move(chain)) {
    watching_.entry([this] {
      for (const Pid server : chain_) monitor(server);
    });
    watching_.on<Down>([this](const Down& down) {
      std::erase(chain_, down.pid);
      for (std::size_t i = 0; i < chain_.size(); ++i) send(chain_[i], NewNeighbour{place_in(chain_, i)});
    });
    start_in(watching_);
  }

  static Place place_in(const std::vector<Pid>& chain, std::size_t i) {
    return {i > 0 ? chain[i - 1] : Pid{}, i + 1 < chain.size() ? chain[i + 1] : Pid{}};
  }

 private:
  State watching_ = state("Watching");
  std::vector<Pid> chain_;
};

void update_while_one_fails(OnRepair on_repair) {
  constexpr int kUpdates = 2;
  watch<NoGaps>();
  watch<EveryUpdateIsConfirmed>(kUpdates);
  std::vector<Pid> chain;
  for (const char* name : {"head", "middle", "tail"}) chain.push_back(spawn<Server>(name, on_repair));
  for (std::size_t i = 0; i < chain.size(); ++i) send(chain[i], Master::place_in(chain, i));
  spawn<Master>("master", chain);
  spawn("failure", [middle = chain[1]] { exit(middle, kKill); });
  for (int number = 1; number <= kUpdates; ++number) send(chain[0], Update{number, self()});
  for (int number = 1; number <= kUpdates; ++number) receive<Confirmed>();
}

HEDDLE_TEST(ChainReplication, ForgetsWhatIsOnItsWay) { update_while_one_fails(OnRepair::forgets); }
HEDDLE_TEST(ChainReplication, SendsAgain) { update_while_one_fails(OnRepair::sends_again); }

}  // namespace
