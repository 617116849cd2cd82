#include "studies/locks/server.h"

#include <set>

#include "studies/locks/state_work.h"

namespace locks {
namespace {

using heddle::Pid;

void notify(const Lock& lock, std::optional<Pid> surrendered = {}) {
  for (const Pid agent : lock.queue) heddle::send(agent, Info{lock, surrendered});
}

void serve(const ServerOptions& options) {
  heddle::daemon();
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
  server.run();
}

}  // namespace

Pid start_server(const ServerOptions& options) {
  const Pid server = heddle::spawn("server", [options] { serve(options); });
  heddle::register_name(kServer, server);
  return server;
}

}  // namespace locks
