#include "studies/mnesia/transaction.h"

#include <algorithm>
#include <chrono>
#include <variant>

#include "studies/mnesia/participant.h"

namespace mnesia {

using namespace heddle;
using namespace std::chrono_literals;

namespace {

Duration pause_before(int restart) { return std::min<Duration>(500ms, restart * restart * 10ms); }

// A message of a participant, told from those of others by its node.
template <class T>
auto from(Node node) {
  return [node](const T& message) { return message.node == node; };
}

}  // namespace

// --- locks ---

Changes Transaction::run(const Body& body) {
  tid_ = call(kTm, Begin{}, kForever);
  for (int restarts = 1;; ++restarts) {
    heddle::flush<MnesiaDown>();
    attempt_ = make_ref();
    try {
      const Changes changes = body(*this);
      if (!changes.empty()) commit(changes);
      release();
      cast(kTm, End{tid_});
      return changes;
    } catch (const Restart&) {
      release();
    } catch (const Aborted&) {
      release();
      cast(kTm, End{tid_});
      throw;
    }
    sleep(pause_before(restarts));
  }
}

// A node may come to run while this one waits for the lock of another.
void Transaction::lock_schema() {
  for (Nodes nodes = here_->running_nodes(); !std::ranges::includes(locked_, nodes); nodes = here_->running_nodes())
    lock_schema(nodes);
}

void Transaction::lock_schema(const Nodes& nodes) {
  Nodes asked;
  std::ranges::set_difference(nodes, locked_, std::inserter(asked, asked.end()));
  for (const Node node : asked) {
    cast(Name(kLocker, node), Lock{tid_, self(), attempt_});
    locked_.insert(node);
  }
  for (const Node node : asked) await_lock(node);
}

void Transaction::await_lock(Node node) {
  const auto answer = [node, attempt = attempt_](const auto& a) { return a.by == node && a.attempt == attempt; };
  const bool granted = receive(on<Granted>(answer, [] { return true; }), on<Refused>(answer, [] { return false; }),
                               on<MnesiaDown>(from<MnesiaDown>(node), [] { return false; }));
  if (!granted) throw Restart{};
}

// Also where the request may have been lost: the node may run again.
void Transaction::release() {
  for (const Node node : locked_) cast(Name(kLocker, node), Release{tid_});
  locked_.clear();
}

// --- commit ---

void Transaction::commit(const Changes& changes) {
  for (const Node node : locked_)
    if (node != here_->node) cast(Name(kTm, node), AskCommit{tid_, self(), changes});
  std::optional<std::string> failure = prepare(here_, changes);
  if (const auto no = collect_votes()) failure = no;
  if (!failure) {
    here_->disc.log.insert(tid_, changes);
    decide(Outcome::unclear);
    tell_participants(PreCommit{});
    failure = collect_accepts();
  }
  if (failure) {
    decide(Outcome::aborted);
    tell_participants(Abort{tid_});
    undo_prepare(here_, changes);
    here_->disc.log.erase(tid_);
    throw Aborted{*failure};
  }
  for (const auto& one : participants_) here_->unacknowledged.insert({tid_, one.first}, 1);
  tell_participants(Committed{});
  decide(Outcome::committed);
  here_->apply(tid_, changes);
  collect_applied();
}

std::optional<std::string> Transaction::collect_votes() {
  std::optional<std::string> failure;
  for (const Node node : locked_) {
    if (node == here_->node) continue;
    receive(on<VoteYes>(from<VoteYes>(node), [&](const VoteYes& yes) { participants_[node] = yes.participant; }),
            on<VoteNo>(from<VoteNo>(node), [&](const VoteNo& no) { failure = no.why; }),
            on<MnesiaDown>(from<MnesiaDown>(node), [&] {
              cast(Name(kTm, node), Abort{tid_});  // it may run again, and have got the question
              failure = "a node went down";
            }));
  }
  return failure;
}

std::optional<std::string> Transaction::collect_accepts() {
  std::optional<std::string> failure;
  for (const auto& one : participants_) {
    const Node node = one.first;
    receive(on<Accept>(from<Accept>(node), [] {}),
            on<MnesiaDown>(from<MnesiaDown>(node), [&] { failure = "a node went down"; }));
  }
  return failure;
}

// A node that goes down now has accepted, and does its part when it starts again.
void Transaction::collect_applied() {
  for (const auto& one : participants_) {
    const Node node = one.first;
    receive(on<Applied>(from<Applied>(node), [] {}), on<MnesiaDown>(from<MnesiaDown>(node), [] {}));
    here_->unacknowledged.erase({tid_, node});
  }
}

void Transaction::tell_participants(const auto& order, Location where) {
  for (const auto& one : participants_) send(one.second, order, where);
}

void Transaction::decide(Outcome outcome) { call(kRecover, Decide{tid_, outcome}, kForever); }

}  // namespace mnesia
