// The schema: which table has copies on which nodes. Every node has all of it, and transactions change it on all nodes
// that run; nodes that did not see the same transactions merge theirs when they meet.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "heddle/heddle.h"

namespace mnesia {

using Nodes = std::set<heddle::Node>;

// A transaction. The smaller, the older.
struct Tid {
  int number = 0;
  heddle::Node node;  // of its coordinator
  friend auto operator<=>(const Tid&, const Tid&) = default;
};

struct Definition {
  Nodes copies;
  int version = 1;
  friend bool operator==(const Definition&, const Definition&) = default;
};
using Definitions = std::map<std::string, Definition>;

// What a transaction does to a table.
struct Change {
  enum class Kind : int { define, add_copy, del_copy };
  Kind kind;
  std::string table;
  Definition definition;
  heddle::Node node = {};  // which gets a copy, or loses it
};

// What a transaction does.
struct Changes {
  std::vector<Change> tables;
  Nodes announced;  // these run together now

  bool empty() const { return tables.empty() && announced.empty(); }
};

// What two nodes that meet have to change so that they have the same schema. Of two definitions of a table, the newer
// counts, with the copies of both.
std::vector<Change> merge(const Definitions& mine, const Definitions& theirs);

}  // namespace mnesia

// In reports: "5@a".
template <>
struct fmt::formatter<mnesia::Tid> : heddle::detail::PlainTextFormatter {
  auto format(const mnesia::Tid& tid, fmt::format_context& context) const {
    return heddle::detail::PlainTextFormatter::format(fmt::format("{}@{}", tid.number, tid.node), context);
  }
};
