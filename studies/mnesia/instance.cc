#include "studies/mnesia/instance.h"

#include <algorithm>

namespace mnesia {

using namespace heddle;

namespace {

constexpr const char* kNumber = "transaction";

}  // namespace

Nodes Instance::running_nodes() const {
  Nodes nodes;
  for (const auto& row : running.rows()) nodes.insert(row.first);
  return nodes;
}

Definitions Instance::definitions() const {
  Definitions result;
  for (const auto& row : disc.schema.rows()) result.insert(row);
  return result;
}

void Instance::apply_to_disc(const Changes& changes) const {
  for (const Change& change : changes.tables) {
    disc.schema.insert(change.table, change.definition);
    if (change.kind == Change::Kind::del_copy && change.node == node) disc.tables.erase(change.table);
  }
}

void Instance::apply(const Tid& tid, const Changes& changes) const {
  apply_to_disc(changes);
  for (const Node one : changes.announced) running.insert(one, 1);
  disc.log.erase(tid);
}

int next_number(const Instance& here) { return here.disc.counters.update_counter(kNumber, 1, 0); }

void saw_number(const Instance& here, int number) {
  here.disc.counters.update(kNumber, [number](int seen) { return std::max(seen, number); });
}

}  // namespace mnesia
