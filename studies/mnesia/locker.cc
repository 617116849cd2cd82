#include <map>

#include "studies/mnesia/schema_lock.h"
#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

class Locker {
 public:
  explicit Locker(const Here& here) : here_(here) {}

  void lock(const Lock& request) {
    saw_number(*here_, request.tid.number);
    const SchemaLock::Answer answer = lock_.lock(request.tid);
    if (answer == SchemaLock::Answer::queued) waiting_.insert_or_assign(request.tid, request);
    if (answer == SchemaLock::Answer::granted) grant(request);
    if (answer == SchemaLock::Answer::refused) send(request.from, Refused{here_->node, request.attempt});
  }

  void release(const Tid& tid) {
    waiting_.erase(tid);
    if (const auto next = lock_.release(tid)) grant(waiting_.extract(*next).mapped());
  }

  void down(Node node) {
    for (const Tid& tid : lock_.of(node)) release(tid);
    cast(kMonitor, DownSeen{node});
  }

 private:
  void grant(const Lock& request) { send(request.from, Granted{here_->node, request.attempt}); }

  const Here here_;
  SchemaLock lock_;
  std::map<Tid, Lock> waiting_;
};

}  // namespace

void run_locker(const Here& here, Pid supervisor) {
  register_name(kLocker);
  Locker locker(here);
  ServerLoop server;
  server.on_cast<Lock>([&](const Lock& lock) { locker.lock(lock); });
  server.on_cast<Release>([&](const Release& release) { locker.release(release.tid); });
  server.on_cast<MnesiaDown>([&](const MnesiaDown& down) { locker.down(down.node); });
  send(supervisor, Up{self()});
  server.run();
}

}  // namespace mnesia
