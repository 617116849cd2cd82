#include "studies/mnesia/schema.h"

namespace mnesia {
namespace {

Definition merged(const Definition& mine, const Definition& theirs) {
  Definition result = mine.version >= theirs.version ? mine : theirs;
  result.copies.insert(mine.copies.begin(), mine.copies.end());
  result.copies.insert(theirs.copies.begin(), theirs.copies.end());
  ++result.version;
  return result;
}

}  // namespace

std::vector<Change> merge(const Definitions& mine, const Definitions& theirs) {
  std::vector<Change> changes;
  for (const auto& [table, definition] : mine) {
    const auto other = theirs.find(table);
    if (other == theirs.end())
      changes.push_back({Change::Kind::define, table, definition});
    else if (other->second != definition)
      changes.push_back({Change::Kind::define, table, merged(definition, other->second)});
  }
  for (const auto& [table, definition] : theirs)
    if (!mine.contains(table)) changes.push_back({Change::Kind::define, table, definition});
  return changes;
}

}  // namespace mnesia
