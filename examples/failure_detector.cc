// EXPECT-FAILURE: FailureDetector.PongsWithoutRound
// A failure detector that pings, and a bug that takes three unlucky rounds in a row.
//
// In each round the detector pings the nodes that it believes to be alive, and waits for their pongs. When the time-out
// strikes it pings those that are silent once more; when it strikes again it reports them as failed. Nodes may crash.
//
// What must hold: no node is ever behind by more than three pings (NoFlood: two of this round, one left over from the
// last), and every crash is reported sooner or later (EveryCrashIsReported). A node that is only slow may be reported
// too: no detector can tell.
//
// PongsWithoutRound: any pong will do. The first answer ends a round that has sent two pings, the late one ends the
// next round before it has even begun to wait, and so on: with each round that needs a second ping a node falls behind
// by one more. One trial in thirty with the default mix of strategies, one in a thousand with --strategy=rw.
//
// PongsWithRound: pongs say which round they belong to, and a late one does not count.
#include <heddle/heddle.h>

#include <map>
#include <set>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

struct Ping {
  Pid detector;
  int round;
};
struct Pong {
  Pid node;
  int round;
};
struct Crash {};
struct TimeOut {};
struct Failed {  // the report
  Pid node;
};
struct RoundOver {
  std::size_t nodes_left;
};

struct Pinged {
  Pid node;
};
struct Answered {
  Pid node;
};
struct Crashed {
  Pid node;
};

class NoFlood final : public Monitor {
 public:
  NoFlood() {
    watching_.on<Pinged>([this](const Pinged& pinged) {
      const int behind = ++behind_[pinged.node];
      check(behind <= 3 || crashed_.contains(pinged.node), "{} is behind by {} pings", pinged.node, behind);
    });
    watching_.on<Answered>([this](const Answered& answered) { --behind_[answered.node]; });
    watching_.on<Crashed>([this](const Crashed& crashed) { crashed_.insert(crashed.node); });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
  std::map<Pid, int> behind_;
  std::set<Pid> crashed_;
};

class EveryCrashIsReported final : public Monitor {
 public:
  EveryCrashIsReported() {
    observe<Failed>();
    calm_.on<Failed>([this](const Failed& failed) { reported_.insert(failed.node); });
    calm_.on<Crashed>([this](const Crashed& crashed) {
      crashed_ = crashed.node;
      if (!reported_.contains(crashed_)) go(unreported_);
    });
    unreported_.on<Failed>([this](const Failed& failed) {
      if (failed.node == crashed_) go(calm_);
    });
    start_in(calm_);
  }

 private:
  State calm_ = cold("Calm"), unreported_ = hot("CrashNotReported");
  std::set<Pid> reported_;
  Pid crashed_;
};

class Node final : public Machine {
 public:
  Node() {
    up_.on<Ping>([](const Ping& ping) {
      notify<NoFlood>(Answered{self()});
      send(ping.detector, Pong{self(), ping.round});
    });
    up_.go<Crash>(down_, [] {
      notify<NoFlood>(Crashed{self()});
      notify<EveryCrashIsReported>(Crashed{self()});
    });
    down_.ignore<Ping>();
    start_in(up_);
  }

 private:
  State up_ = state("Up"), down_ = state("Down");
};

enum class Pongs { of_any_round, of_this_round };

class Detector final : public Machine {
 public:
  Detector(std::set<Pid> nodes, Pongs pongs, Pid test) : nodes_(std::move(nodes)), pongs_(pongs), test_(test) {
    first_try_.entry([this] {
      ++round_;
      silent_ = nodes_;
      ping();
    });
    first_try_.on<Pong>(&Detector::hear).go<TimeOut>(second_try_);
    second_try_.entry(&Detector::ping);
    second_try_.on<Pong>(&Detector::hear).on<TimeOut>(&Detector::report);
    start_in(first_try_);
  }

 private:
  State first_try_ = state("FirstTry"), second_try_ = state("SecondTry");

  void ping() {
    for (const Pid node : silent_) {
      notify<NoFlood>(Pinged{node});
      send(node, Ping{self(), round_});
    }
    time_out_ = start_timer(1s, TimeOut{});
  }

  void hear(const Pong& pong) {
    if (pongs_ == Pongs::of_this_round && pong.round != round_) return;
    silent_.erase(pong.node);
    if (silent_.empty()) end_round();
  }

  void report() {
    for (const Pid node : silent_) {
      nodes_.erase(node);
      send(test_, Failed{node});
    }
    end_round();
  }

  void end_round() {
    stop_timer(time_out_);
    send(test_, RoundOver{nodes_.size()});
    if (nodes_.empty())
      halt();
    else
      go(first_try_);
  }

  std::set<Pid> nodes_, silent_;
  Pongs pongs_;
  Pid test_;
  int round_ = 0;
  MachineTimer time_out_;
};

// Some quiet rounds, then a crash.
void watch_nodes(Pongs pongs) {
  watch<NoFlood>();
  watch<EveryCrashIsReported>();
  const Pid first = spawn<Node>("node1");
  const Pid second = spawn<Node>("node2");
  const Pid detector = spawn<Detector>("detector", std::set{first, second}, pongs, self());
  for (int rounds = 0; rounds < 5 && receive<RoundOver>().nodes_left > 0; ++rounds) {
  }
  send(first, Crash{});
  receive<Failed>([first](const Failed& failed) { return failed.node == first; });
  send(detector, Halt{});
}

// A node may be slow at any moment: time-outs strike whenever they like. Nobody starves after 500 steps.
const Options kSlowNodes{.settings = {.fair_after = 500, .time = TimeMode::any_time}};

HEDDLE_TEST(FailureDetector, PongsWithoutRound, kSlowNodes) { watch_nodes(Pongs::of_any_round); }
HEDDLE_TEST(FailureDetector, PongsWithRound, kSlowNodes) { watch_nodes(Pongs::of_this_round); }

}  // namespace
