#include "studies/locks/server.h"

#include <set>

#include "studies/locks/state_work.h"
#include "studies/locks/watcher.h"

namespace locks {
namespace {

using heddle::Pid;

struct Started {};

void notify(const Lock& lock, std::optional<Pid> surrendered = {}) {
  for (const Pid agent : lock.queue) heddle::send(agent, Info{lock, surrendered});
}

void serve(const ServerOptions& options, Pid starter) {
  heddle::daemon();
  heddle::register_name(kServer);
  LockTable locks(heddle::this_node(), options.versions);
  const StateWork work(options.state_work);
  std::set<Pid> monitored;
  heddle::ServerLoop server;
  server.on_cast<Acquire>([&](const Acquire& request) {
    work();
    notify(locks.acquire(request.object, request.agent));
    if (monitored.insert(request.agent).second) heddle::monitor(request.agent);
  });
  server.on_cast<Surrender>([&](const Surrender& request) {
    work();
    if (const Lock* lock = locks.surrender(request.object, request.agent)) notify(*lock, request.agent);
  });
  server.on_info<heddle::Down>([&](const heddle::Down& down) {
    work();
    for (const Lock& lock : locks.remove(down.pid)) notify(lock);
  });
  heddle::cast(kWatcher, Running{heddle::this_node()});
  heddle::send(starter, Started{});
  server.run();
}

}  // namespace

Pid start_server(heddle::Node node, const ServerOptions& options) {
  const Pid me = heddle::self();
  const Pid server = heddle::spawn(node, "server", [options, me] { serve(options, me); });
  heddle::receive<Started>();
  return server;
}

}  // namespace locks
