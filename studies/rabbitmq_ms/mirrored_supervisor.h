// RabbitMQ's mirrored supervisor: a group of supervisors, one per machine, that run each child in one place. A table
// that all share says which member runs which child; when a member ends, the oldest of the others takes over its
// children.
//
// A member is an overall supervisor with two children: the delegate, a supervisor under which the group's children run,
// and the mirroring server, which knows of the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/rabbitmq_ms/groups.h"
#include "studies/rabbitmq_ms/lock.h"
#include "studies/rabbitmq_ms/supervisor.h"

namespace rabbitmq_ms {

// Which child runs where: rows that are changed in transactions, one at a time.
struct ChildTable {
  struct Row {
    heddle::Pid owner;  // the member's overall supervisor
    ChildSpec spec;
  };
  heddle::Table<std::string, Row> rows{"children"};
  Lock lock{"table lock"};
};

struct Bugs {
  bool trusts_members = false;  // a member of the group is taken to be alive
};

class MirroredSupervisors {
 public:
  explicit MirroredSupervisors(Bugs bugs = {}) : bugs_(bugs) {}

  // Starts a member, which joins the group, with children that run unless another member has them already. Comes back
  // with its overall supervisor when it has joined.
  heddle::Pid start(const std::string& name, const std::vector<ChildSpec>& specs = {}) const;

  // Asks a member to start a child, unless it runs somewhere. Nothing: it is known, and does not run at the moment.
  std::optional<heddle::Pid> start_child(heddle::Pid member, const ChildSpec& spec) const;

  std::vector<heddle::Pid> members() const;

 private:
  Groups groups_;
  ChildTable table_;
  Bugs bugs_;
};

}  // namespace rabbitmq_ms
