#include "studies/rabbitmq_ms/supervisor.h"

#include <algorithm>
#include <ranges>

using namespace heddle;

namespace rabbitmq_ms {
namespace {

struct Started {};

class Children {
 public:
  Pid start(const ChildSpec& spec) {
    const Pid pid = spec.start();
    running_.push_back({{spec.id, pid}, spec.restart});
    return pid;
  }

  std::vector<Child> list() const {
    std::vector<Child> children;
    for (const Running& one : running_) children.push_back(one.child);
    return children;
  }

  // Which child it was that ended: gone from the list.
  Restart forget(Pid pid) {
    const auto found = std::ranges::find(running_, pid, [](const Running& one) { return one.child.pid; });
    const Restart restart = found == running_.end() ? Restart::temporary : found->restart;
    if (found != running_.end()) running_.erase(found);
    return restart;
  }

  void end_all() {
    for (const Running& one : running_ | std::views::reverse) {
      const Ref ref = monitor(one.child.pid);
      unlink(one.child.pid);
      exit(one.child.pid, kShutdown);
      receive<Down>([ref](const Down& down) { return down.ref == ref; });
    }
  }

 private:
  struct Running {
    Child child;
    Restart restart;
  };
  std::vector<Running> running_;
};

void supervise(const std::vector<ChildSpec>& specs, Pid parent) {
  daemon();
  trap_exits();
  Children children;
  for (const ChildSpec& spec : specs) children.start(spec);
  send(parent, Started{});

  ServerLoop server;
  server.on_call<WhichChildren>([&](const WhichChildren&) { return children.list(); });
  server.on_call<StartChild>([&](const StartChild& request) { return children.start(request.spec); });
  server.on_info<Exit>([&](const Exit& exit) {
    if (exit.from == parent)
      server.stop(exit.reason);
    else if (children.forget(exit.from) == Restart::permanent)
      server.stop(kShutdown);
  });
  while (server.step()) {
  }
  children.end_all();
  server.run();  // ends for the reason that it was stopped for
}

}  // namespace

Pid start_supervisor(const std::string& name, const std::vector<ChildSpec>& specs) {
  const Pid supervisor = spawn_link(name, [specs, parent = self()] { supervise(specs, parent); });
  receive<Started>();
  return supervisor;
}

std::optional<Pid> find_child(Pid supervisor, std::string_view id) {
  const std::vector<Child> children = call(supervisor, WhichChildren{}, kForever);
  const auto found = std::ranges::find(children, id, &Child::id);
  return found == children.end() ? std::nullopt : std::optional(found->pid);
}

}  // namespace rabbitmq_ms
