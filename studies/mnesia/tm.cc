#include <fmt/format.h>

#include <map>

#include "studies/mnesia/participant.h"
#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

class Tm {
 public:
  explicit Tm(const Here& here) : here_(here) {}

  Tid begin(Pid coordinator) {
    const Tid tid{next_number(*here_), here_->node};
    coordinators_[tid] = coordinator;
    return tid;
  }

  void end(const Tid& tid) { coordinators_.erase(tid); }

  // The coordinator may have meant the mnesia that ran here before: this one takes part only with nodes that it runs
  // together with, or that come to do so by this very transaction.
  void ask_commit(const AskCommit& ask) {
    if (ask.changes.announced.empty() && !here_->running.member(ask.tid.node)) {
      send(ask.coordinator, VoteNo{here_->node, "it does not run"});
      return;
    }
    const Pid pid =
        spawn_link(fmt::format("{} participant", here_->node), [here = here_, ask] { participate(here, ask); });
    participants_[ask.tid] = pid;
  }

  void abort(const Abort& abort) {
    const auto found = participants_.find(abort.tid);
    if (found != participants_.end()) send(found->second, abort);
  }

  void down(Node node) {
    for (const auto& [tid, coordinator] : coordinators_)
      if (concerns(tid, node)) send(coordinator, MnesiaDown{node});
    cast(kMonitor, DownSeen{node});
  }

  void participant_ended(Pid pid) {
    std::erase_if(participants_, [pid](const auto& one) { return one.second == pid; });
  }

  void stop_participants() {
    for (const auto& one : participants_) exit(one.second, kShutdown);
    while (!participants_.empty()) participant_ended(receive<Exit>().from);
  }

 private:
  // A transaction that has ended, or has heard from the node already, has nothing to do with its end.
  bool concerns(const Tid& tid, Node node) const {
    const auto outcome = here_->disc.decisions.lookup(tid);
    if (outcome == Outcome::committed) return here_->unacknowledged.member({tid, node});
    return outcome != Outcome::aborted;
  }

  const Here here_;
  std::map<Tid, Pid> coordinators_;
  std::map<Tid, Pid> participants_;
};

}  // namespace

void run_tm(const Here& here, Pid supervisor) {
  register_name(kTm);
  trap_exits();
  Tm tm(here);
  ServerLoop server;
  server.on_call<Begin>([&](const Begin&, const From<Tid>& from) { return tm.begin(from.pid); });
  server.on_cast<End>([&](const End& end) { tm.end(end.tid); });
  server.on_cast<AskCommit>([&](const AskCommit& ask) { tm.ask_commit(ask); });
  server.on_cast<Abort>([&](const Abort& abort) { tm.abort(abort); });
  server.on_cast<MnesiaDown>([&](const MnesiaDown& down) { tm.down(down.node); });
  server.on_info<Exit>([&](const Exit& exit) { tm.participant_ended(exit.from); });
  send(supervisor, Up{self()});
  server.run();
  tm.stop_participants();
}

}  // namespace mnesia
