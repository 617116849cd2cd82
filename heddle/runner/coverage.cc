#include "heddle/runner/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <thread>

#include "heddle/report/words.h"
#include "heddle/runner/stop.h"

namespace heddle {
namespace {

std::string why_not(const Report& search, const Orders& classes) {
  if (search.ended == Ended::failure) return "the search ended at a failure; --keep-going goes on";
  if (search.ended != Ended::exhausted) return "the search did not come to its end";
  if (classes.full()) return fmt::format("there are more than {} classes", with_thousands(classes.distinct()));
  return "";
}

Options sampling_options(const Options& options, const std::string& sampler) {
  Options sampling = options;
  sampling.verify = false;
  sampling.strategy = sampler;
  sampling.trials = options.coverage_trials;
  sampling.time = std::chrono::milliseconds{0};
  if (sampling.workers == 0) sampling.workers = std::max(1u, std::thread::hardware_concurrency());
  sampling.workers = static_cast<unsigned>(std::min<std::uint64_t>(sampling.workers, sampling.trials));
  sampling.keep_going = true;
  sampling.show_races = false;
  sampling.graph.clear();
  sampling.resume.clear();
  sampling.history.clear();
  sampling.settings.run_on = true;
  return sampling;
}

}  // namespace

std::vector<std::string> samplers_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

void measure_coverage(const Options& options, const Orders& classes, const ExploreInto& explore, Report& report) {
  report.classes = classes.distinct();
  report.coverage_unknown = why_not(report, classes);
  if (!report.coverage_unknown.empty()) return;
  for (const std::string& sampler : samplers_in(options.coverage_of)) {
    if (stop_requested()) return;
    Orders orders(std::bit_ceil(std::max<std::size_t>(2 * options.coverage_trials, 64)));
    Report sampled;
    explore(sampling_options(options, sampler), orders, sampled);
    const std::uint64_t hit = orders.common_with(classes);
    report.coverage.push_back({sampler, sampled.trials, hit, orders.distinct() - hit, sampled.failed_trials});
  }
}

}  // namespace heddle
