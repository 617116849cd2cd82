#include "studies/locks/scenario.h"

#include <fmt/format.h>

#include "studies/locks/server.h"
#include "studies/locks/transaction.h"

namespace locks {
namespace {

using heddle::Node;
using heddle::Pid;

struct Done {};

// Where there is never more than one client.
struct Section {
  int inside = 0;

  void enter() { heddle::check(++inside == 1, "two transactions have all locks at the same time"); }
  void leave() { --inside; }
};

}  // namespace

void run(const ThreeClients& scenario) {
  studies::boot(heddle::this_node(), scenario.background);
  start_server(heddle::this_node(), {scenario.versions, scenario.state_work});
  const std::vector<std::vector<Object>> orders = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
  Section section;
  const Pid me = heddle::self();
  for (std::size_t i = 0; i < orders.size(); ++i)
    heddle::spawn(fmt::format("client{}", i + 1), [&, i, me] {
      Transaction transaction(fmt::format("agent{}", i + 1),
                              {.telling = scenario.telling, .state_work = scenario.state_work});
      for (const Object object : orders[i]) transaction.lock(object);
      section.enter();
      heddle::is_alive(me);  // something is done here
      section.leave();
      transaction.end();
      heddle::send(me, Done{});
    });
  for (std::size_t i = 0; i < orders.size(); ++i) heddle::receive<Done>();
}

void run(const ServerRestart& scenario) {
  const ServerOptions options{.state_work = scenario.state_work};
  std::vector<Node> nodes;
  Pid third;
  for (const char* name : {"n1", "n2", "n3"}) {
    nodes.push_back(heddle::start_node(name));
    studies::boot(nodes.back(), scenario.background);
    third = start_server(nodes.back(), options);
  }
  const AgentOptions agent{.state_work = scenario.state_work, .abort_on_deadlock = true, .recheck = scenario.recheck};
  const std::vector<std::vector<Object>> orders = {{2, 1}, {1, 2}};
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const Pid worker = heddle::spawn(nodes[i], fmt::format("worker{}", i + 1), [&, i] {
      try {
        Transaction transaction(fmt::format("agent{}", i + 1), agent);
        for (const Object object : orders[i]) transaction.lock(object, nodes);
        transaction.end();
      } catch (const heddle::CallFailed& failed) {
        const bool aborted = failed.reason() == kDeadlock || failed.reason() == heddle::kNoProcess;  // now, or before
        heddle::check(aborted, "the agent ended because of {}", failed.reason());
      }
    });
    heddle::monitor(worker);
  }
  heddle::stop_server(third);
  start_server(nodes.back(), options);
  for (std::size_t i = 0; i < orders.size(); ++i) heddle::receive<heddle::Down>();
}

std::vector<studies::Case> cases() {
  std::vector<studies::Case> result;
  const auto add = [&result](const std::string& name, bool bug, const auto& scenario) {
    result.push_back({"locks." + name, bug, [scenario] { run(scenario); }, {.trials = 5'000}});
  };
  ThreeClients version{.versions = Versions::of_each_lock};
  add("version", true, version);
  add("version.fixed", false, ThreeClients{});
  version.state_work = 10;
  version.background = {.requests = 20, .reports = 8};
  add("version.paper", true, version);
  add("untold", true, ThreeClients{.telling = Telling::nobody});

  add("watcher", true, ServerRestart{.recheck = Recheck::never});
  add("watcher.first_race", true, ServerRestart{.recheck = Recheck::before_retry});
  add("watcher.second_race", true, ServerRestart{.recheck = Recheck::after_first_try});
  add("watcher.fixed", false, ServerRestart{});
  add("watcher.paper", true, ServerRestart{Recheck::never, 10, {.requests = 20, .reports = 8}});
  return result;
}

}  // namespace locks
