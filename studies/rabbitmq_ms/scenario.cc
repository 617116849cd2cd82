#include "studies/rabbitmq_ms/scenario.h"

namespace rabbitmq_ms {

using namespace heddle;

namespace {

struct Stopped {};
struct Work {};

Pid start_worker() {
  return spawn_link("worker", [] {
    daemon();
    receive<Work>();
  });
}

}  // namespace

void join_and_leave(const Scenario& scenario) {
  studies::boot(this_node(), scenario.background);
  const MirroredSupervisors group(scenario.bugs);
  const Pid a = group.start("a");
  const Pid b = group.start("b");
  const Pid worker = group.start_child(a, {"worker", start_worker}).value();

  spawn("stop b", [b, test = self()] {
    stop_server(b);
    send(test, Stopped{});
  });
  const Pid c = group.start("c");
  stop_server(c);
  receive<Stopped>();
  check(is_alive(worker), "the worker of a has ended");
}

std::vector<studies::Case> cases() {
  const studies::Background booting{.services = 20, .requests = 30, .table_operations = 6, .reports = 24};
  const Bugs bug{.trusts_members = true};
  const Options options{.trials = 10'000};
  return {
      {"rabbitmq_ms.trusts_members", true, [=] { join_and_leave({.bugs = bug}); }, options},
      {"rabbitmq_ms.trusts_members.fixed", false, [] { join_and_leave({}); }, options},
      {"rabbitmq_ms.trusts_members.paper", true, [=] { join_and_leave({.bugs = bug, .background = booting}); },
       options},
  };
}

}  // namespace rabbitmq_ms
