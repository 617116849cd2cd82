// The interface of a table, as the paper's IChainTable: what applications call, what the migrating table implements,
// and what it wants of the two tables behind it.
//
// A batch is atomic: all of its operations take effect, or none does and the error says which one failed first. All of
// them are in one partition, on different rows.
//
//   operation                          row is absent   row is there                     success
//   insert                             ok              409                              201
//   replace, merge, erase              404             If-Match holds: ok; else 412     204
//   insert_or_replace, insert_or_merge ok              ok                               204
//   erase_if_exists                    ok              ok                               204
//
// Wrong use (no key, no If-Match where one is needed, two partitions, one row twice, an atomic query that is not of one
// partition) throws std::invalid_argument: a mistake of the caller, not an answer of the table.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "studies/migrating_table/async.h"
#include "studies/migrating_table/filter.h"
#include "studies/migrating_table/row.h"

namespace migrating {

// --- writes ---

enum class OperationKind : std::uint8_t {
  insert,
  replace,
  merge,
  erase,
  insert_or_replace,
  insert_or_merge,
  erase_if_exists,
};

struct IfMatch {
  enum class Kind : std::uint8_t { missing, any, exactly };
  Kind kind = Kind::missing;
  ETag etag = kNoETag;

  static IfMatch any() { return {Kind::any, kNoETag}; }
  static IfMatch exactly(ETag etag) { return {Kind::exactly, etag}; }
  bool holds(ETag current) const { return kind == Kind::any || (kind == Kind::exactly && etag == current); }
};

struct Operation {
  OperationKind kind = OperationKind::insert;
  Row row;  // its ETag does not matter
  IfMatch if_match = {};
};

using Batch = std::vector<Operation>;

inline bool needs_match(OperationKind kind) {
  return kind == OperationKind::replace || kind == OperationKind::merge || kind == OperationKind::erase;
}
inline bool erases(OperationKind kind) {
  return kind == OperationKind::erase || kind == OperationKind::erase_if_exists;
}

enum class Status : std::uint16_t {
  created = 201,
  no_content = 204,
  not_found = 404,
  conflict = 409,
  precondition_failed = 412,
};

inline Status success_of(OperationKind kind) {
  return kind == OperationKind::insert ? Status::created : Status::no_content;
}

// What became of one operation of a batch that succeeded. An erased row has no ETag.
struct OperationResult {
  Status status = Status::no_content;
  ETag etag = kNoETag;
  friend bool operator==(const OperationResult&, const OperationResult&) = default;
};

struct BatchError {
  Status status = Status::not_found;
  std::size_t index = 0;  // of the first operation that failed
  friend bool operator==(const BatchError&, const BatchError&) = default;
};

using BatchResult = std::vector<OperationResult>;
using BatchOutcome = std::variant<BatchResult, BatchError>;

// --- reads ---

using Rows = std::vector<Row>;  // in the order of their keys

// Rows in the order of their keys. Each may be as it was at any time between the start of the stream and the read that
// returns it, whatever the others are like; a row that was there and matched all the time is not left out.
class RowStream {
 public:
  virtual ~RowStream() = default;
  virtual Async<std::optional<Row>> read_row() = 0;  // nothing: the end
  // A new stream from there on goes on with this one: all rows before it have been returned or are not wanted.
  virtual Async<Key> continuation_key() = 0;
  virtual Async<> close() = 0;
};

class ChainTable {
 public:
  virtual ~ChainTable() = default;
  virtual Async<BatchOutcome> execute_batch(Batch batch) = 0;
  virtual Async<Rows> query_atomic(Filter filter) = 0;  // of one partition
  virtual Async<std::shared_ptr<RowStream>> query_streamed(Filter filter, Key from = {}) = 0;
};

}  // namespace migrating
