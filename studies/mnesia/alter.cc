#include "studies/mnesia/alter.h"

#include <fmt/format.h>

#include <algorithm>

#include "studies/mnesia/transaction.h"

namespace mnesia {

using namespace heddle;

namespace {

void ensure_active(const Here& here, const Nodes& nodes) {
  const Nodes running = here->running_nodes();
  for (const Node node : nodes)
    if (!running.contains(node)) throw Aborted{fmt::format("{} is not active", node)};
}

Change change_copies(const Here& here, const AlterTable& alter) {
  Definition definition = here->disc.schema.lookup(alter.table).value();
  const bool has_copy = definition.copies.contains(alter.node);
  ++definition.version;
  if (alter.kind == Change::Kind::add_copy) {
    if (has_copy) throw Aborted{fmt::format("{} has a copy already", alter.node)};
    definition.copies.insert(alter.node);
    ensure_active(here, definition.copies);
    return {Change::Kind::add_copy, alter.table, definition, alter.node};
  }
  if (!has_copy) throw Aborted{fmt::format("{} has no copy", alter.node)};
  ensure_active(here, definition.copies);
  definition.copies.erase(alter.node);
  return {Change::Kind::del_copy, alter.table, definition, alter.node};
}

}  // namespace

std::optional<std::string> alter_table(const Here& here, const AlterTable& alter) {
  try {
    Transaction(here).run([&](Transaction& transaction) -> Changes {
      transaction.lock_schema();
      return {.tables = {change_copies(here, alter)}, .announced = {}};
    });
    return {};
  } catch (const Aborted& aborted) {
    return aborted.why;
  }
}

}  // namespace mnesia
