#include "studies/locks/watcher.h"

#include <chrono>
#include <vector>

#include "studies/locks/server.h"

namespace locks {
namespace {

using heddle::Pid;

// Among watchers.
struct WatchForMe {
  Pid from;
  Pid agent;
};
struct Watching {};

bool tell_if_running(Pid agent) {
  if (!heddle::whereis(kServer)) return false;
  heddle::send(agent, Running{heddle::this_node()});
  return true;
}

// Has the name.
void wait_for_server(Pid agent) {
  std::vector<Pid> agents = {agent};
  bool running = false;
  while (!running)
    heddle::receive(heddle::on<WatchForMe>([&](const WatchForMe& request) {
                      heddle::send(request.from, Watching{});
                      agents.push_back(request.agent);
                    }),
                    heddle::on<heddle::Cast<Running>>([&] { running = true; }));
  for (const Pid each : agents) heddle::send(each, Running{heddle::this_node()});
}

// Somebody else has the name: true if it will tell our agent.
bool another_watches(Pid agent) {
  const auto other = heddle::whereis(kWatcher);
  if (!other) return false;
  heddle::send(*other, WatchForMe{heddle::self(), agent});
  return heddle::receive<Watching>(std::chrono::milliseconds(500)).has_value();
}

}  // namespace

void watch(Pid agent, Recheck recheck) {
  heddle::daemon();
  if (tell_if_running(agent)) return;
  for (bool first = true;; first = false) {
    if (!first && recheck == Recheck::before_retry && tell_if_running(agent)) return;
    if (heddle::register_name(kWatcher)) {
      const bool look = recheck == Recheck::after_each_try || (first && recheck == Recheck::after_first_try);
      if (look && tell_if_running(agent)) return;
      return wait_for_server(agent);
    }
    if (another_watches(agent)) return;
  }
}

}  // namespace locks
