// A test of the migrating table: services that use it, a migrator that moves it, and what must hold.
#pragma once

#include <memory>
#include <vector>

#include "studies/migrating_table/table.h"
#include "studies/migrating_table/workload.h"
#include "studies/migrating_table/world.h"
#include "studies/support/case.h"

namespace migrating {

// A migrating table whose every call is compared with the reference: with what this says at the linearization point,
// or, for rows of streams, at any time since the stream was started.
class Client final : private Witness {
 public:
  explicit Client(World& world) : world_(world), table_(world.migration, *this) {}

  Async<> execute(Batch batch);
  Async<> query(Filter filter);
  Async<> stream(Filter filter);

 private:
  void linearized(const BatchOutcome* outcome) override;
  void etag_changed(const Key& key, ETag etag) override;
  void begin(const Batch* batch, const Filter* query);

  World& world_;
  MigratingTable table_;
  // The call under way: a batch, a query, or a stream, which is neither.
  const Batch* batch_ = nullptr;
  const Filter* query_ = nullptr;
  bool linearized_ = false;
  BatchOutcome expected_;
  Rows expected_rows_;
};

struct Scenario {
  Mistakes mistakes = {};
  Style style = Style::small;
  int services = 2;
};

// One trial.
void run(const Scenario& scenario);

// The mistakes one by one, and none.
std::vector<studies::Case> cases();
std::vector<studies::Case> papers_cases();  // the same with the paper's workload

// The protocol as it was published, with a workload made for what is wrong with it.
studies::Case published_case();

}  // namespace migrating
