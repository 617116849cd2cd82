#include "studies/gproc/prober.h"

#include <algorithm>
#include <map>

namespace gproc {

using namespace heddle;

void run_prober(Pid server) {
  std::map<Node, Ref> watched;
  const auto watch = [&](const Watch& w) {
    if (!watched.contains(w.node)) watched[w.node] = w.pid ? monitor(w.pid) : monitor(Name(kServer, w.node));
    send(server, Watching{});
  };
  const auto report = [&](const Down& down) {
    const auto lost =
        std::ranges::find(watched, down.ref, [](const auto& node_and_ref) { return node_and_ref.second; });
    const Node node = lost->first;
    watched.erase(lost);
    send(server, Lost{node, down.pid});
  };
  while (true) receive(on<Watch>(watch), on<Down>(report));
}

}  // namespace gproc
