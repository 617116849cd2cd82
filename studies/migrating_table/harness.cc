#include "studies/migrating_table/harness.h"

#include <algorithm>
#include <array>
#include <string>

#include "studies/migrating_table/migrator.h"
#include "studies/migrating_table/text.h"

namespace migrating {

using heddle::check;
using heddle::log;

namespace {

// A row that was moved or cleaned up is what it was, with another ETag.
void change_etag(World& world, const Key& key, ETag etag) {
  check(world.reference.change_etag(key, etag), "{} got the ETag {}, and the reference has no such row", key, etag);
}

class MigratorWitness final : public Witness {
 public:
  explicit MigratorWitness(World& world) : world_(world) {}
  void linearized(const BatchOutcome*) override { heddle::fail("the migrator calls nothing that takes effect"); }
  void etag_changed(const Key& key, ETag etag) override { change_etag(world_, key, etag); }

 private:
  World& world_;
};

Async<> migrate(std::shared_ptr<World> world) {
  MigratorWitness witness(*world);
  Migrator migrator(world->migration, witness);
  co_await migrator.run();
}

Async<> serve(std::shared_ptr<World> world, Workload workload, int service) {
  Client client(*world);
  int number = 0;
  for (const Workload::Call call : workload.calls(service)) {
    ++number;
    if (call == Workload::Call::batch) {
      co_await client.execute(workload.batch(world->reference, service, number));
    } else {
      Filter filter = workload.filter();
      if (call == Workload::Call::query)
        co_await client.query(in_partition(workload.partition()) && filter);
      else
        co_await client.stream(std::move(filter));
    }
  }
}

}  // namespace

void Client::begin(const Batch* batch, const Filter* query) {
  batch_ = batch;
  query_ = query;
  linearized_ = false;
}

void Client::linearized(const BatchOutcome* outcome) {
  check(batch_ || query_, "a stream has no linearization point");
  check(!linearized_, "a call has taken effect twice");
  linearized_ = true;
  if (query_) {
    expected_rows_ = world_.reference.query(*query_);
    return;
  }
  check(outcome, "a batch has taken effect without an outcome");
  const BatchResult* const result = std::get_if<BatchResult>(outcome);
  expected_ = result ? world_.reference.execute_as(*batch_, *result) : world_.reference.execute(*batch_);
  check(expected_ == *outcome, "{}: {}, and the reference says {}", *batch_, *outcome, expected_);
}

void Client::etag_changed(const Key& key, ETag etag) { change_etag(world_, key, etag); }

Async<> Client::execute(Batch batch) {
  begin(&batch, nullptr);
  log("batch: {}", batch);
  const BatchOutcome outcome = co_await table_.execute_batch(batch);
  check(linearized_, "{} has returned and never took effect", batch);
  check(outcome == expected_, "{} returned {}, and took effect as {}", batch, outcome, expected_);
}

Async<> Client::query(Filter filter) {
  begin(nullptr, &filter);
  log("query");
  const Rows rows = co_await table_.query_atomic(filter);
  check(linearized_, "a query has returned and never took effect");
  check(rows == expected_rows_, "a query returned {}, and the reference {}", rows, expected_rows_);
}

Async<> Client::stream(Filter filter) {
  begin(nullptr, nullptr);
  co_await heddle::async::yield();  // it begins at any moment, and counts from then on
  log("stream");
  SpecTable::Scan scan = world_.reference.scan(filter);
  const std::shared_ptr<RowStream> stream = co_await table_.query_streamed(filter);
  for (;;) {
    const Key from = co_await stream->continuation_key();
    check(scan.from <= from, "a stream would go on at {}, before what it has returned", from);
    const std::optional<Row> row = co_await stream->read_row();
    const SpecTable::Valid valid = world_.reference.valid_next(scan);
    const bool right = row ? std::ranges::find(valid.rows, *row) != valid.rows.end() : valid.end;
    check(right, "a stream returned {} from {} on, and the reference {}{}", row, scan.from, valid.rows,
          valid.end ? " or the end" : "");
    if (!row) break;
    check(from <= row->key, "a stream would have gone on at {}, and returned {}", from, *row);
    scan.from = row->key.successor();
  }
  co_await stream->close();
}

void run(const Scenario& scenario) {
  const auto world = std::make_shared<World>(scenario.mistakes);
  const Workload workload(scenario.style);
  for (const Row& row : workload.rows_at_start()) {
    const Batch insert{{OperationKind::insert, row, {}}};
    const BatchOutcome outcome = world->old_table.contents().execute(insert);
    world->reference.execute_as(insert, std::get<BatchResult>(outcome));
  }
  const heddle::Started<void> migrator = heddle::start("migrator", migrate(world));
  std::vector<heddle::Started<void>> services;
  for (int i = 1; i <= scenario.services; ++i)
    services.push_back(heddle::start(fmt::format("service {}", i), serve(world, workload, i)));
  for (const heddle::Started<void>& service : services) service.get();
  migrator.get();
  if (scenario.style == Style::papers) return;
  Client client(*world);
  for (const Word partition : workload.partitions()) heddle::run(client.query(in_partition(partition)));
  check(world->old_table.contents().rows().empty(), "there are rows in the old table: {}",
        world->old_table.contents().rows());
}

namespace {

struct Named {
  const char* name;
  bool bug;
  Mistakes mistakes;
};

const std::array kNamed{
    Named{"fixed", false, {}},
    Named{"query_atomic_filter_shadowing", true, {.query_atomic_filter_shadowing = true}},
    Named{"query_streamed_filter_shadowing", true, {.query_streamed_filter_shadowing = true}},
    Named{"query_streamed_lock", true, {.query_streamed_lock = true}},
    Named{"query_streamed_back_up_new_stream", true, {.query_streamed_back_up_new_stream = true}},
    Named{"query_streamed_save_new_config", false, {.query_streamed_save_new_config = true}},
    Named{"delete_no_leave_tombstones_etag", true, {.delete_no_leave_tombstones_etag = true}},
    Named{"delete_primary_key", true, {.delete_primary_key = true}},
    Named{"ensure_partition_switched_from_populated", true, {.ensure_partition_switched_from_populated = true}},
    Named{"tombstone_output_etag", true, {.tombstone_output_etag = true}},
    Named{"migrate_skip_prefer_old", true, {.migrate_skip_prefer_old = true}},
    Named{"migrate_skip_use_new_with_tombstones", true, {.migrate_skip_use_new_with_tombstones = true}},
    Named{"insert_behind_migrator", true, {.insert_behind_migrator = true}},
};

std::vector<studies::Case> cases_of(Style style, const std::string& prefix) {
  std::vector<studies::Case> all;
  for (const Named& one : kNamed) {
    heddle::Options options;
    options.trials = 100'000;
    const Scenario scenario{one.mistakes, style};
    all.push_back({prefix + one.name, one.bug, [scenario] { run(scenario); }, options});
  }
  return all;
}

}  // namespace

std::vector<studies::Case> cases() { return cases_of(Style::small, "migrating."); }
std::vector<studies::Case> papers_cases() { return cases_of(Style::papers, "migrating.papers."); }

studies::Case published_case() {
  heddle::Options options;
  options.trials = 1'000'000;
  const Scenario scenario{{.query_streamed_keep_old_stream = true}, Style::made};
  return {"migrating.published", true, [scenario] { run(scenario); }, options};
}

}  // namespace migrating
