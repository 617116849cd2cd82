#include "studies/morpheus/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace morpheus {
namespace {

heddle::Report explore_if_possible(const studies::Case& one, heddle::Options options) {
  options.settings = one.options.settings;
  options.save_to = "";
  return heddle::explore(one.test, options);
}

heddle::Report explore(const studies::Case& one, const heddle::Options& options) {
  heddle::Report report = explore_if_possible(one, options);
  if (!report.error.empty()) throw std::runtime_error(one.name + ": " + report.error);
  return report;
}

}  // namespace

Measured measure(const studies::Case& one, const std::string& strategy, const Effort& effort,
                 const std::string& signature) {
  constexpr unsigned kWorkers = 2;
  Measured sum;
  for (int run = 1; run <= effort.runs; ++run) {
    const heddle::Report report = explore(one, {.strategy = strategy,
                                                .trials = effort.trials,
                                                .seed = static_cast<std::uint64_t>(run),
                                                .workers = kWorkers,
                                                .keep_going = true,
                                                .signature = signature,
                                                .max_failures = 1});
    sum.hits.failures += report.failed_trials;
    sum.hits.trials += report.trials;
    sum.conflicts.trials += report.conflicts.trials;
    sum.conflicts.operations += report.conflicts.operations;
    sum.conflicts.conflicting += report.conflicts.conflicting;
    sum.conflicts.false_negatives += report.conflicts.false_negatives;
    sum.conflicts.false_positives += report.conflicts.false_positives;
  }
  return sum;
}

std::vector<double> seconds_of_trial(const studies::Case& one, const std::vector<std::string>& strategies,
                                     std::uint64_t trials) {
  constexpr std::uint64_t kRounds = 5;
  std::vector<double> best(strategies.size(), std::numeric_limits<double>::infinity());
  for (std::uint64_t seed = 1; seed <= kRounds; ++seed) {
    for (std::size_t i = 0; i < strategies.size(); ++i) {
      const heddle::Report report =
          explore(one, {.strategy = strategies[i], .trials = trials, .seed = seed, .workers = 1, .keep_going = true});
      if (report.failed_trials > 0)
        throw std::runtime_error(one.name + " fails: telling of failures would be part of the time");
      const double time = std::chrono::duration<double>(report.elapsed).count();
      best[i] = std::min(best[i], time / static_cast<double>(report.trials));
    }
  }
  return best;
}

std::optional<Searched> search(const studies::Case& one, const std::string& how, std::chrono::milliseconds time) {
  const heddle::Report report =
      explore_if_possible(one, {.verify = true, .search = how, .trials = 0, .time = time, .seed = 1, .workers = 1});
  if (!report.error.empty()) return {};
  return Searched{!report.failures.empty(), report.trials};
}

Mean geometric_mean(std::span<const studies::Rate> rates) {
  Mean mean;
  double logs = 0;
  for (const studies::Rate& rate : rates) {
    mean.all_hit = mean.all_hit && rate.failures > 0;
    logs += std::log(std::max(0.5, static_cast<double>(rate.failures)) / static_cast<double>(rate.trials));
  }
  mean.value = std::exp(logs / static_cast<double>(rates.size()));
  return mean;
}

}  // namespace morpheus
