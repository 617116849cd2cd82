#include <map>
#include <optional>
#include <vector>

#include "studies/mnesia/servers.h"

namespace mnesia {

using namespace heddle;

namespace {

class Recover {
 public:
  explicit Recover(const Here& here) : here_(here) {}

  // To the nodes that run. Those that start later connect to this one.
  void connect() {
    for (const Node node : here_->all) {
      const auto other = node == here_->node ? std::nullopt : whereis(Name(kMonitor, node));
      if (!other) continue;
      const Pid monitor = call(*other, Negotiate{here_->node, whereis(kMonitor).value()}, kForever);
      call(kMonitor, Watch{node, monitor}, kForever);
    }
  }

  // A transaction that this node had accepted when it went down: the coordinator's node knows how it ended.
  void settle_unclear() {
    for (const auto& [tid, changes] : here_->disc.log.rows()) {
      if (here_->disc.decisions.lookup(tid) == Outcome::unclear) {
        const Outcome outcome = call(Name(kRecover, tid.node), WhatHappened{tid}, kForever);
        here_->disc.decisions.insert(tid, outcome);
        if (outcome == Outcome::committed) here_->apply_to_disc(changes);
      }
      here_->disc.log.erase(tid);
    }
  }

  void decide(const Tid& tid, Outcome outcome) {
    here_->disc.decisions.insert(tid, outcome);
    if (outcome == Outcome::unclear) return;
    for (const From<Outcome>& from : curious_[tid]) reply(from, outcome);
    curious_.erase(tid);
  }

  void tell(const Tid& tid, const From<Outcome>& from) {
    const Outcome outcome = here_->disc.decisions.lookup(tid).value_or(Outcome::aborted);
    if (outcome == Outcome::unclear)
      curious_[tid].push_back(from);
    else
      reply(from, outcome);
  }

 private:
  const Here here_;
  std::map<Tid, std::vector<From<Outcome>>> curious_;
};

}  // namespace

void run_recover(const Here& here, Pid supervisor) {
  register_name(kRecover);
  Recover recover(here);
  recover.connect();
  recover.settle_unclear();
  ServerLoop server;
  server.on_call<Decide>([&](const Decide& d) { recover.decide(d.tid, d.outcome); });
  server.on_call_later<WhatHappened>(
      [&](const WhatHappened& what, From<Outcome> from) { recover.tell(what.tid, from); });
  send(supervisor, Up{self()});
  server.run();
}

}  // namespace mnesia
