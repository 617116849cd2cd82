// bench: slow
// The bugs of the three Azure studies: how often trials hit them and how long it takes to the first, by strategy,
// beside the figures of the P# paper; how many trials found nothing where there is nothing to find; and how fast trials
// are.
//
// Seeds are fixed, and so are numbers of trials, but for rows that run out of time: shares of failing trials are the
// same wherever they are made. How many trials two workers had done when the first failed depends on who was faster.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/fabric/harness.h"
#include "studies/migrating_table/harness.h"
#include "studies/psharp/lines.h"
#include "studies/psharp/paper.h"
#include "studies/support/case.h"
#include "studies/support/rate.h"
#include "studies/support/rows.h"
#include "studies/support/table.h"
#include "studies/vnext/harness.h"

namespace psharp {
namespace {

using studies::Case;
using studies::Rate;
using studies::Rows;

struct Effort {
  std::uint64_t trials = 2'000;                // for the share of trials that fail, per bug and strategy
  std::uint64_t clean_trials = 10'000;         // per version without a bug
  int seeds = 5;                               // runs to the first failure
  std::chrono::milliseconds patience{10'000};  // with such a run
  std::vector<std::string> strategies{"portfolio", "rw", "pct:3", "pos", "pos+"};
  std::string only;  // cases with this in their names
};

heddle::Report explore(const Case& one, const std::string& strategy, heddle::Options options) {
  options.strategy = strategy;
  options.settings = one.options.settings;
  options.save_to = "";
  heddle::Report report = heddle::explore(one.test, options);
  if (!report.error.empty()) throw std::runtime_error(one.name + ": " + report.error);
  return report;
}

// With failures counted, in the time that there is.
heddle::Report count(const Case& one, const std::string& strategy, std::uint64_t trials, const Effort& effort) {
  return explore(one, strategy,
                 {.trials = trials, .time = effort.patience / 2, .seed = 1, .workers = 2, .keep_going = true});
}

template <class T>
T median(std::vector<T> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

// The median run to the first failure; nothing, when that one ran out of patience.
struct Hunted {
  double seconds = 0;
  std::uint64_t trials = 0;
  std::uint64_t decisions = 0;  // of the trial that failed
};

std::optional<Hunted> hunt(const Case& one, const std::string& strategy, const Effort& effort) {
  std::vector<double> seconds;
  std::vector<std::uint64_t> trials, decisions;
  for (int seed = 1; seed <= effort.seeds; ++seed) {
    const heddle::Report report = explore(
        one, strategy, {.trials = 0, .time = effort.patience, .seed = static_cast<std::uint64_t>(seed), .workers = 2});
    if (report.failures.empty()) continue;
    const heddle::FoundFailure& found = report.failures[0];
    seconds.push_back(std::chrono::duration<double>(found.after).count());
    trials.push_back(found.after_trials);
    decisions.push_back(found.schedule.size());
  }
  const auto all = static_cast<std::size_t>(effort.seeds);
  if (seconds.size() * 2 <= all) return std::nullopt;
  seconds.resize(all, std::chrono::duration<double>(effort.patience).count());
  trials.resize(all, ~std::uint64_t{0});
  return Hunted{median(seconds), median(trials), median(decisions)};
}

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

std::string hunt_text(const Hunt& hunt) {
  return hunt.seconds == 0 ? "not found" : fmt::format("{} s, {} choices", hunt.seconds, hunt.choices);
}

// The longest that the default strategy may take to a bug of this study, in seconds.
std::optional<double> bar_of(const Case& one) {
  if (one.name == "vnext.sync_after_expiry") return 1;
  if (one.name.starts_with("migrating.")) return 10;
  return std::nullopt;
}

void add_bug(const Case& one, const Effort& effort, Rows& rows) {
  fmt::print("\n{}\n", one.name);
  if (const auto paper = published(one.name))
    fmt::print("  P#: {}{}; random {}; priorities {}\n", paper->bug,
               paper->custom_test ? " (by a test of its own)" : "", hunt_text(paper->random),
               hunt_text(paper->priority));
  fmt::print("  {:<10} {:>8} {:>17}  {:>10} {:>10} {:>10}\n", "", "buggy %", "95 %", "trials", "time", "decisions");
  for (const std::string& strategy : effort.strategies) {
    const heddle::Report counted = count(one, strategy, effort.trials, effort);
    const Rate share{counted.failed_trials, counted.trials};
    const std::optional<Hunted> first = hunt(one, strategy, effort);
    const auto percent = [](double of) { return fmt::format("{:.3g}", 100 * of); };
    fmt::print("  {:<10} {:>8} {:>17}  {:>10} {:>10} {:>10}\n", strategy, percent(share.share()),
               percent(share.low()) + " .. " + percent(share.high()), first ? std::to_string(first->trials) : "-",
               first ? time_text(first->seconds) : "-", first ? std::to_string(first->decisions) : "-");
    std::fflush(stdout);
    const bool is_default = strategy == heddle::Options().strategy;
    const std::string name = one.name + " " + strategy;
    rows.add(name + ": buggy trials", 100 * share.share(), "%", Rows::Better::higher);
    rows.add(name + ": time to bug", first ? std::optional(first->seconds) : std::nullopt, "s", Rows::Better::lower,
             is_default ? bar_of(one) : std::nullopt);
  }
}

void add_clean(const Case& one, const Effort& effort, Rows& rows) {
  for (const std::string& strategy : effort.strategies) {
    const heddle::Report report = count(one, strategy, effort.clean_trials, effort);
    const Rate share{report.failed_trials, report.trials};
    fmt::print("  {:<42} {:<10} {:>8} {:>8}   {}\n", one.name, strategy, share.failures, share.trials,
               share.failures ? "-" : fmt::format("{:.1e}", share.bound()));
    std::fflush(stdout);
    rows.add(fmt::format("{} {}: failures", one.name, strategy), static_cast<double>(share.failures), "failures",
             Rows::Better::lower, 0);
  }
}

// One worker, so that it is per core.
void add_speed(const Case& one, std::optional<double> bar, Rows& rows) {
  const heddle::Report report = explore(one, heddle::Options().strategy, {.trials = 10'000, .seed = 1, .workers = 1});
  const double per_second = static_cast<double>(report.trials) / std::chrono::duration<double>(report.elapsed).count();
  fmt::print("  {:<42} {:>10.0f} trials/s, {:>4.0f} operations each\n", one.name, per_second,
             static_cast<double>(report.steps) / static_cast<double>(report.trials));
  rows.add(one.name + ": trials per second and core", per_second, "1/s", Rows::Better::higher, bar);
}

// The sources are those that this program was built of; where they have gone, there is nothing to count.
void print_sizes() try {
  std::string text;
  for (const Size& size : kSizes) {
    const auto lines = [&](std::string_view names) { return lines_of(HEDDLE_SOURCES, size.study, names); };
    text += fmt::format("  {:<16} {:>8} {:>8} {:>8} {:>12} {:>8}\n", size.study, lines(size.system),
                        lines(size.harness), lines(size.spec), size.paper_system, size.paper_harness);
  }
  fmt::print("\nlines of code\n  {:<16} {:>8} {:>8} {:>8} {:>12} {:>8}\n{}", "", "system", "harness", "spec",
             "P#: system", "harness", text);
} catch (const std::runtime_error& error) {
  fmt::print("\nlines of code: {}\n", error.what());
}

void make_table(const Effort& effort, Rows& rows) {
  std::vector<Case> cases = vnext::cases();
  for (const auto& more : {migrating::cases(), fabric::cases()}) cases.insert(cases.end(), more.begin(), more.end());
  std::erase_if(cases, [&](const Case& one) { return one.name.find(effort.only) == std::string::npos; });
  if (cases.empty()) throw std::runtime_error("no case has '" + effort.only + "' in its name");
  fmt::print("Trials that fail, of {} at most; the first one in the median of {} runs on two cores\n", effort.trials,
             effort.seeds);
  for (const Case& one : cases)
    if (one.bug) add_bug(one, effort, rows);
  fmt::print("\nnothing to find\n  {:<42} {:<10} {:>8} {:>8}   {}\n", "", "", "failures", "trials",
             "95 %: a trial fails less often than");
  for (const Case& one : cases)
    if (!one.bug) add_clean(one, effort, rows);
  fmt::print("\nspeed on one core\n");
  for (const Case& one : cases)
    if (!one.bug) add_speed(one, one.name == "migrating.fixed" ? std::optional(20'000.0) : std::nullopt, rows);
  print_sizes();
}

}  // namespace
}  // namespace psharp

int main(int argc, char** argv) {
  psharp::Effort effort;
  bool full = false;
  CLI::App app("Bugs of vNext, MigratingTable and Service Fabric, by strategy, beside the figures of the P# paper.",
               "psharp_table");
  app.add_flag("--full", full, "100,000 trials per row as in the paper, and 30 runs to the first failure: takes hours");
  app.add_option("--only", effort.only, "cases with this text in their names");
  return studies::run_table(app, argc, argv, effort.strategies, [&](studies::Rows& rows) {
    if (full) effort = {100'000, 1'000'000, 30, std::chrono::minutes(10), effort.strategies, effort.only};
    psharp::make_table(effort, rows);
  });
}
