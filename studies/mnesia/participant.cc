#include "studies/mnesia/participant.h"

#include <algorithm>

namespace mnesia {

using namespace heddle;

namespace {

enum class Next : int { go_on, abort, shut_down };

template <class Order>
Next next() {
  return receive(on<Order>([] { return Next::go_on; }), on<Abort>([] { return Next::abort; }),
                 on<Exit>([] { return Next::shut_down; }));
}

bool adds_copy(const Here& here, const Change& change) {
  return change.kind == Change::Kind::add_copy && change.node == here->node;
}

class Participant {
 public:
  Participant(const Here& here, const AskCommit& ask) : here_(here), ask_(ask) {}

  void run() {
    if (const auto why = prepare(here_, ask_.changes)) {
      send(ask_.coordinator, VoteNo{here_->node, *why});
      return;
    }
    here_->disc.log.insert(ask_.tid, ask_.changes);
    send(ask_.coordinator, VoteYes{here_->node, self()});
    if (next<PreCommit>() != Next::go_on) return abort();

    decide(Outcome::unclear);
    send(ask_.coordinator, Accept{here_->node});
    const Next ordered = next<Committed>();
    if (ordered == Next::go_on) return commit();
    // Only the coordinator knows, and can be asked at the next start. In mnesia, the participant decides for itself.
    if (ordered == Next::shut_down && !here_->bugs.down_is_ack) return;
    decide(Outcome::aborted);
    abort();
  }

 private:
  void decide(Outcome outcome) const { call(kRecover, Decide{ask_.tid, outcome}, kForever); }

  void abort() const {
    undo_prepare(here_, ask_.changes);
    here_->disc.log.erase(ask_.tid);
  }

  void commit() const {
    decide(Outcome::committed);
    here_->apply(ask_.tid, ask_.changes);
    send(ask_.coordinator, Applied{here_->node});
  }

  const Here here_;
  const AskCommit ask_;
};

}  // namespace

std::optional<std::string> prepare(const Here& here, const Changes& changes) {
  for (const Change& change : changes.tables) {
    if (!adds_copy(here, change)) continue;
    const Node from = *std::ranges::find_if(change.definition.copies, [&](Node node) { return node != here->node; });
    try {
      if (!call(kController, CopyTable{change.table, from}, kForever)) return "not active";
    } catch (const CallFailed& failed) {
      return failed.what();
    }
  }
  return {};
}

void undo_prepare(const Here& here, const Changes& changes) {
  for (const Change& change : changes.tables)
    if (adds_copy(here, change)) here->disc.tables.erase(change.table);
}

void participate(const Here& here, const AskCommit& ask) {
  daemon();
  trap_exits();
  Participant(here, ask).run();
}

}  // namespace mnesia
