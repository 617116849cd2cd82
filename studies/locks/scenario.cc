#include "studies/locks/scenario.h"

#include <fmt/format.h>

#include "studies/locks/server.h"
#include "studies/locks/transaction.h"

namespace locks {
namespace {

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
  start_server({scenario.versions, scenario.state_work});
  const std::vector<std::vector<Object>> orders = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
  Section section;
  const Pid me = heddle::self();
  for (std::size_t i = 0; i < orders.size(); ++i)
    heddle::spawn(fmt::format("client{}", i + 1), [&, i, me] {
      Transaction transaction(fmt::format("agent{}", i + 1), {scenario.telling, scenario.state_work});
      for (const Object object : orders[i]) transaction.lock(object);
      section.enter();
      heddle::is_alive(me);  // something is done here
      section.leave();
      transaction.end();
      heddle::send(me, Done{});
    });
  for (std::size_t i = 0; i < orders.size(); ++i) heddle::receive<Done>();
}

std::vector<studies::Case> cases() {
  std::vector<studies::Case> result;
  const auto add = [&result](const std::string& name, bool bug, const ThreeClients& scenario) {
    result.push_back({"locks." + name, bug, [scenario] { run(scenario); }, {.trials = 5'000}});
  };
  ThreeClients version{.versions = Versions::of_each_lock};
  add("version", true, version);
  add("version.fixed", false, {});
  version.state_work = 10;
  version.background = {.requests = 20, .reports = 8};
  add("version.paper", true, version);
  add("untold", true, {.telling = Telling::nobody});
  return result;
}

}  // namespace locks
