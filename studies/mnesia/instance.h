// One run of mnesia on a node: what its processes share. Disc and memory are tables, since every process of the node
// may use them at any time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "studies/mnesia/schema.h"

namespace mnesia {

struct Bugs {
  bool serves_unmerged = false;  // a node that is still merging its schema takes orders to copy tables, for later
  bool down_is_ack = false;      // a node that goes down before it has committed is taken to have committed
};

enum class Outcome : int { unclear, committed, aborted };

using Records = std::vector<int>;

// What a node has when it starts again.
struct Disc {
  heddle::Table<std::string, Definition> schema{"schema"};
  heddle::Table<std::string, Records> tables{"tables"};
  heddle::Table<Tid, Changes> log{"log"};  // of transactions that are not applied yet
  heddle::Table<Tid, Outcome> decisions{"decisions"};
  heddle::Table<std::string, int> counters{"counters"};
};

struct Instance {
  heddle::Node node;
  std::vector<heddle::Node> all;  // nodes of the schema
  Disc disc;
  Bugs bugs;
  heddle::Table<heddle::Node, heddle::Pid> connected{"connected"};  // by their monitors
  heddle::Table<heddle::Node, int> running{"running"};              // with the same schema
  // Which nodes a transaction that is committed still waits for.
  heddle::Table<std::pair<Tid, heddle::Node>, int> unacknowledged{"unacknowledged"};

  Nodes running_nodes() const;
  Definitions definitions() const;

  // What a transaction does here, and to the disc alone.
  void apply(const Tid& tid, const Changes& changes) const;
  void apply_to_disc(const Changes& changes) const;
};
using Here = std::shared_ptr<const Instance>;

// The next number of a transaction: larger than all that this node has seen.
int next_number(const Instance& here);
void saw_number(const Instance& here, int number);

}  // namespace mnesia
