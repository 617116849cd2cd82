// Mnesia, Erlang's database, as far as its schema goes: which nodes have copies of which tables, and how that changes
// while nodes stop and start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/mnesia/instance.h"

namespace mnesia {

// The mnesia of one node, to be called by processes of that node. Its disc stays when it stops.
class Mnesia {
 public:
  // With a schema on its disc, the same on all nodes, and the records of the tables that it has a copy of.
  Mnesia(heddle::Node node, std::vector<heddle::Node> all, const Definitions& schema, Bugs bugs = {});

  heddle::Node node() const { return node_; }

  void start() const;  // comes back when its schema is merged with that of the nodes that run
  void stop() const;

  // Changes the schema on all nodes that run. Why not, if not.
  std::optional<std::string> add_table_copy(const std::string& table, heddle::Node node) const;
  std::optional<std::string> del_table_copy(const std::string& table, heddle::Node node) const;

  // What this node knows.
  Nodes copies(const std::string& table) const;
  bool has_records(const std::string& table) const;

 private:
  heddle::Node node_;
  std::vector<heddle::Node> all_;
  Disc disc_;
  Bugs bugs_;
};

}  // namespace mnesia
