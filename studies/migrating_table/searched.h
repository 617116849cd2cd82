// A second opinion: the same test without linearization points. What services called and got is recorded, and an order
// is searched for that explains it (heddle/spec/linearizable.h). It shows that the points which the table reports are
// not made up, and it would work for a table that reports none. ETags are left out, for whatever is only moved gets a
// new one; so are streams, which promise less.
#pragma once

#include <variant>

#include "studies/migrating_table/harness.h"

namespace migrating {

// One partition of a table, for one client at a time.
struct PartitionModel {
  struct Write {
    Batch batch;
  };
  struct Read {
    Filter filter;
  };
  using Call = std::variant<Write, Read>;

  Rows rows;
  BatchOutcome step(const Write& write);
  Rows step(const Read& read) const;

  static Word key(const Call& call);
  friend bool operator==(const PartitionModel&, const PartitionModel&) = default;
};

// One trial.
void run_searched(const Scenario& scenario);

}  // namespace migrating
