// Schema transactions: a function that locks the schema and says what to change, run until it is neither turned away by
// a lock nor surprised by a node that goes down.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "studies/mnesia/messages.h"

namespace mnesia {

// Thrown by a transaction: it has changed nothing, and starts again by itself, or not.
struct Restart {};
struct Aborted {
  std::string why;
};

// Each has a process of its own, the coordinator.
class Transaction {
 public:
  using Body = std::function<Changes(Transaction&)>;

  explicit Transaction(const Here& here) : here_(here) {}

  // What it has changed, on all nodes that it locked. Throws Aborted.
  Changes run(const Body& body);

  // On all nodes that run; on these.
  void lock_schema();
  void lock_schema(const Nodes& nodes);

 private:
  void await_lock(heddle::Node node);
  void release();

  // The three phases: all vote, all accept, all apply.
  void commit(const Changes& changes);
  std::optional<std::string> collect_votes();
  std::optional<std::string> collect_accepts();
  void collect_applied();

  void tell_participants(const auto& order, heddle::Location where = {});
  void decide(Outcome outcome);

  const Here here_;
  Tid tid_;
  heddle::Ref attempt_;
  Nodes locked_;
  std::map<heddle::Node, heddle::Pid> participants_;  // that have voted yes
};

}  // namespace mnesia
