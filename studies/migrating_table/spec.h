// What a table is, in the simplest way: the specification of ChainTable, one call after another. In the tests it is the
// reference that a migrating table is compared with, and it stands for the two tables behind it.
#pragma once

#include <cstddef>
#include <vector>

#include "studies/migrating_table/chain_table.h"

namespace migrating {

class SpecTable {
 public:
  explicit SpecTable(ETag first_etag = 1) : next_etag_(first_etag) {}

  BatchOutcome execute(const Batch& batch);
  // The same, but the ETags are those of somebody else's result: so that both tables have equal ones.
  BatchOutcome execute_as(const Batch& batch, const BatchResult& result);
  // A row gets another ETag and stays what it is. False: there is no such row.
  bool change_etag(const Key& key, ETag etag);

  Rows query(const Filter& filter) const;  // of one partition
  const Row* find(const Key& key) const;
  const Rows& rows() const { return rows_; }

  // --- streams ---

  // How far a stream has come. What it may return depends on all that the table has been since it was started.
  struct Scan {
    Rows at_start;
    std::size_t changes;  // before it was started
    Filter filter;
    Key from;  // the next row has this key or a greater one
  };
  // What a stream may return next.
  struct Valid {
    Rows rows;
    bool end = true;
  };
  Scan scan(Filter filter, Key from = {}) const { return {rows_, changes_.size(), std::move(filter), from}; }
  Valid valid_next(const Scan& scan) const;

 private:
  struct Change {
    Row row;
    bool there;  // afterwards
  };

  template <class F>
  BatchOutcome execute_with(const Batch& batch, F etag_of);
  std::optional<BatchError> first_error(const Batch& batch) const;
  void apply(const Operation& operation, ETag etag);
  void put(const Row& row);
  void erase(const Key& key);
  bool stays(const Row& row, const Scan& scan) const;

  Rows rows_;                    // by key
  std::vector<Change> changes_;  // the newest last
  ETag next_etag_;
};

}  // namespace migrating
