// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: storage.counts_reports
// EXPECT-FAILURE: storage.never_resets
// EXPECT-FAILURE: storage.never_resets.by_heat
// EXPECT-FAILURE: storage.bounded.counts_reports
#include <string>

#include "heddle/heddle.h"
#include "studies/replicated_storage/harness.h"

namespace storage {
namespace {

void add(const std::string& name, const Scenario& scenario, const heddle::Settings& settings = {}) {
  heddle::Options options;
  options.trials = 100'000;
  options.settings = settings;
  options.settings.endless = true;
  options.settings.max_steps = 20'000;
  options.settings.fair_after = 500;  // then nobody starves, and what does not happen can be blamed on the server
  options.settings.time = heddle::TimeMode::any_time;  // a node may report at any moment
  heddle::add_test("storage." + name, [scenario] { run(scenario); }, options, __FILE__, __LINE__);
}

[[maybe_unused]] const bool kAdded = [] {
  add("fixed", {});
  add("counts_reports", {.mistakes = {.counts_reports = true}});
  add("never_resets", {.mistakes = {.never_resets = true}});
  add("never_resets.by_heat", {.mistakes = {.never_resets = true}}, {.lasso = false});
  // Small enough to be verified: only so many reports go out.
  const Scenario bounded{.nodes = 2, .requests = 1, .node = {.reports = 2}, .liveness = false};
  add("bounded", bounded);
  Scenario wrong = bounded;
  wrong.mistakes.counts_reports = true;
  add("bounded.counts_reports", wrong);
  return true;
}();

}  // namespace
}  // namespace storage
