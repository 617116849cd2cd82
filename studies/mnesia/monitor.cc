#include <map>
#include <vector>

#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

// Who has to know that a node is down, in this order: a transaction that starts later does not see the node any more.
constexpr const char* kToldOfDown[] = {kController, kTm, kLocker};

class Monitor {
 public:
  explicit Monitor(const Here& here) : here_(here) {}

  // A node that comes back waits until all know that it was gone.
  void negotiate(const Negotiate& request, const From<Pid>& from) {
    if (going_down_.contains(request.node)) {
      postponed_.push_back({request, from});
      return;
    }
    watch(request.node, request.monitor);
    reply(from, self());
  }

  void watch(Node node, Pid monitor) {
    watched_[heddle::monitor(monitor)] = node;
    here_->connected.insert(node, monitor);
  }

  void down(const Down& down) {
    const Node node = watched_.extract(down.ref).mapped();
    here_->connected.erase(node);
    going_down_[node] = 0;
    tell_next(node);
  }

  void tell_next(Node node) {
    std::size_t& told = going_down_[node];
    if (told < std::size(kToldOfDown)) {
      cast(kToldOfDown[told++], MnesiaDown{node});
      return;
    }
    going_down_.erase(node);
    for (const auto& [request, from] : std::exchange(postponed_, {})) negotiate(request, from);
  }

 private:
  struct Postponed {
    Negotiate request;
    From<Pid> from;
  };
  const Here here_;
  std::map<Ref, Node> watched_;
  std::map<Node, std::size_t> going_down_;  // and how many know
  std::vector<Postponed> postponed_;
};

}  // namespace

void run_monitor(const Here& here, Pid supervisor) {
  register_name(kMonitor);
  Monitor monitor(here);
  ServerLoop server;
  server.on_call_later<Negotiate>([&](const Negotiate& n, From<Pid> from) { monitor.negotiate(n, from); });
  server.on_call<Watch>([&](const Watch& w) { monitor.watch(w.node, w.monitor); });
  server.on_info<Down>([&](const Down& down) { monitor.down(down); });
  server.on_cast<DownSeen>([&](const DownSeen& seen) { monitor.tell_next(seen.node); });
  send(supervisor, Up{self()});
  server.run();
}

}  // namespace mnesia
