// Machines and monitors of which some things never happen, for the tests of --activity and of scenarios.
#include <heddle/heddle.h>

#include <cstdlib>

using namespace heddle;

namespace {

struct Request {
  int n;
};
struct Done {};
struct Reset {};
struct Stop {};

class Server final : public Machine {
 public:
  Server() {
    idle_.go<Request>(busy_).ignore<Done>().go<Stop>(stopped_);
    busy_.entry([] { send(self(), Done{}); });
    busy_.go<Done>(idle_).defer<Request>().on<Reset>([] {});
    stopped_.ignore_any();
    start_in(idle_);
  }

 private:
  State idle_ = state("Idle"), busy_ = state("Busy"), stopped_ = state("Stopped");
};

// Scenarios: the second request is sent before the first; somebody resets.
class SecondFirst final : public Monitor {
 public:
  SecondFirst() {
    is_scenario();
    observe<Request>();
    watching_.on<Request>([this](const Request& request) {
      if (request.n == 2 && !seen_first_) reached();
      seen_first_ |= request.n == 1;
    });
    start_in(watching_);
  }
  bool seen_first() const { return seen_first_; }

 private:
  State watching_ = state("Watching");
  bool seen_first_ = false;
};

class SomebodyResets final : public Monitor {
 public:
  SomebodyResets() {
    is_scenario();
    observe<Reset>();
    watching_.on<Reset>([this] { reached(); });
    start_in(watching_);
  }

 private:
  State watching_ = state("Watching");
};

void two_clients(Pid server) {
  for (int n = 1; n <= 2; ++n) spawn("client", [=] { send(server, Request{n}); });
}

HEDDLE_TEST(Activity, Passes) {
  watch<SecondFirst>();
  watch<SomebodyResets>();
  two_clients(spawn<Server>("server"));
}

HEDDLE_TEST(Activity, Stops) {
  const Pid server = spawn<Server>("server");
  send(server, Stop{});
}

HEDDLE_TEST(Activity, CrashesIfSecondIsFirst) {
  watch<SecondFirst>();
  const Pid me = self();
  for (int n = 1; n <= 2; ++n) spawn("client", [=] { send(me, Request{n}); });
  if (receive<Request>().n == 2) std::abort();
}

HEDDLE_TEST(Activity, HasNoMachines) {
  const Pid me = self();
  spawn("sender", [=] { send(me, 1); });
  receive<int>();
}

}  // namespace
