#include "studies/migrating_table/searched.h"

#include "studies/migrating_table/migrator.h"
#include "studies/migrating_table/text.h"
#include "studies/migrating_table/validate.h"

namespace migrating {

namespace {

using History = heddle::CallHistory<PartitionModel>;

struct Nobody final : Witness {
  void linearized(const BatchOutcome*) override {}
  void etag_changed(const Key&, ETag) override {}
};

BatchOutcome without_etags(BatchOutcome outcome) {
  if (BatchResult* const result = std::get_if<BatchResult>(&outcome))
    for (OperationResult& one : *result) one.etag = kNoETag;
  return outcome;
}

Rows without_etags(Rows rows) {
  for (Row& row : rows) row.etag = kNoETag;
  return rows;
}

Async<> migrate(std::shared_ptr<World> world) {
  Nobody witness;
  Migrator migrator(world->migration, witness);
  co_await migrator.run();
}

Async<> write(History history, MigratingTable& table, Batch batch) {
  const auto open = history.invoke(PartitionModel::Write{batch});
  BatchOutcome outcome = co_await table.execute_batch(batch);
  history.returned(open, without_etags(std::move(outcome)));
}

Async<> read(History history, MigratingTable& table, Filter filter) {
  const auto open = history.invoke(PartitionModel::Read{filter});
  Rows rows = co_await table.query_atomic(filter);
  history.returned(open, without_etags(std::move(rows)));
}

Async<> serve(std::shared_ptr<World> world, History history, Workload workload, int service) {
  Nobody witness;
  MigratingTable table(world->migration, witness);
  const SpecTable nothing;  // to take ETags from
  for (int number = 1; number <= 2; ++number) {
    if (heddle::flip())
      co_await write(history, table, workload.batch(nothing, service, number));
    else
      co_await read(history, table, in_partition(workload.partition()) && workload.filter());
  }
}

}  // namespace

// All rows have the same ETag, so that If-Match is what it is: any, or that of nobody.
BatchOutcome PartitionModel::step(const Write& write) {
  SpecTable table;
  for (const Row& row : rows) table.execute({{OperationKind::insert, row, {}}});
  BatchOutcome outcome = without_etags(table.execute(write.batch));
  rows = without_etags(table.rows());
  return outcome;
}

Rows PartitionModel::step(const Read& read) const {
  Rows found = rows;
  std::erase_if(found, [&](const Row& row) { return !read.filter.matches(row); });
  return found;
}

Word PartitionModel::key(const Call& call) {
  if (const Write* const write = std::get_if<Write>(&call)) return write->batch.front().row.key.partition;
  return partition_of(std::get<Read>(call).filter);
}

void run_searched(const Scenario& scenario) {
  const auto world = std::make_shared<World>(scenario.mistakes);
  const History history("table");
  history.expect_linearizable();
  const Workload workload(scenario.style);
  Nobody witness;
  MigratingTable table(world->migration, witness);
  for (const Row& row : workload.rows_at_start()) {
    Batch insert{{OperationKind::insert, row, {}}};
    heddle::run(write(history, table, std::move(insert)));
  }
  const heddle::Started<void> migrator = heddle::start("migrator", migrate(world));
  std::vector<heddle::Started<void>> services;
  for (int i = 1; i <= scenario.services; ++i)
    services.push_back(heddle::start(fmt::format("service {}", i), serve(world, history, workload, i)));
  for (const heddle::Started<void>& service : services) service.get();
  migrator.get();
  for (const Word partition : workload.partitions()) heddle::run(read(history, table, in_partition(partition)));
}

}  // namespace migrating
