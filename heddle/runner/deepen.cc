#include "heddle/runner/deepen.h"

#include <chrono>
#include <utility>

#include "heddle/base/assert.h"

namespace heddle {
namespace {

// What the round has left of the limits. False: nothing, and the report says so.
bool take_off(Options& options, Report& report) {
  if (options.trials > 0 && report.trials >= options.trials) {
    report.ended = Ended::trials;
    return false;
  }
  if (options.trials > 0) options.trials -= report.trials;
  if (options.time.count() == 0) return true;
  options.time -= std::chrono::ceil<std::chrono::milliseconds>(report.elapsed);
  if (options.time.count() > 0) return true;
  report.ended = Ended::time;
  return false;
}

}  // namespace

void deepen(Options options, Report& report, const ExploreRound& explore_round) {
  std::uint64_t Bounds::* const bound = options.scope.bounds.only();
  HEDDLE_ASSERT(bound);
  const std::uint64_t last = options.scope.bounds.*bound;
  const Report prepared = report;
  std::vector<Round> rounds;
  std::uint64_t trials = 0, steps = 0;
  std::chrono::nanoseconds elapsed{0};
  bool more = true;
  for (std::uint64_t n = 0; more; ++n) {
    options.scope.bounds.*bound = n;
    report = prepared;
    explore_round(options, report);
    rounds.push_back({report.within, report.trials, report.redundant, report.left_out, report.cut, report.ended});
    for (FoundFailure& found : report.failures) {
      found.after_trials += trials;
      found.after += elapsed;
    }
    trials += report.trials;
    steps += report.steps;
    elapsed += report.elapsed;
    more = report.ok() && report.ended == Ended::exhausted && report.bound_reached() && n < last &&
           take_off(options, report);
  }
  report.steps = steps;
  report.elapsed = elapsed;
  report.rounds = std::move(rounds);
}

}  // namespace heddle
