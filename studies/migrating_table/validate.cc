#include "studies/migrating_table/validate.h"

#include <stdexcept>

namespace migrating {

void validate(const Batch& batch) {
  if (batch.empty()) throw std::invalid_argument("a batch without operations");
  for (const Operation& operation : batch) {
    const Key& key = operation.row.key;
    if (key.partition.empty() || key.row.empty()) throw std::invalid_argument("an operation without a key");
    if (needs_match(operation.kind) && operation.if_match.kind == IfMatch::Kind::missing)
      throw std::invalid_argument("an operation that needs an If-Match, and has none");
    if (key.partition != batch.front().row.key.partition) throw std::invalid_argument("a batch of two partitions");
    for (const Operation& earlier : batch) {
      if (&earlier == &operation) break;
      if (earlier.row.key == key) throw std::invalid_argument("a batch that names a row twice");
    }
  }
}

Word partition_of(const Filter& filter) {
  if (const std::optional<Word> partition = filter.partition()) return *partition;
  throw std::invalid_argument("an atomic query that is not of one partition");
}

}  // namespace migrating
