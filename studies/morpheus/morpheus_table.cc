// bench: slow
// The tables of the Morpheus paper again, over its bugs as they are rebuilt in studies/: how many trials to an error,
// by sampling and by search; hit ratios by strategy; what conflict analysis does; what control costs.
//
// Seeds and numbers of trials are fixed: what is not a time is the same wherever it is made, but for searches that find
// nothing in theirs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/cassandra_lwt/scenario.h"
#include "studies/corfu/scenario.h"
#include "studies/gproc/scenario.h"
#include "studies/locks/scenario.h"
#include "studies/mnesia/scenario.h"
#include "studies/morpheus/measure.h"
#include "studies/morpheus/paper.h"
#include "studies/ra/scenario.h"
#include "studies/rabbitmq_ms/scenario.h"
#include "studies/support/rows.h"
#include "studies/support/table.h"

namespace morpheus {
namespace {

using studies::Case;
using studies::case_named;
using studies::Rate;
using studies::Rows;

struct Plan {
  Effort effort;
  std::uint64_t rare_trials = 20'000;    // in table 2
  std::chrono::seconds search_time{20};  // in table 2
  std::uint64_t timed_trials = 1'000;    // in the table of costs
  std::string size = "paper";            // or core
  std::vector<std::string> tables = {"2", "3", "4", "cost"};
  std::vector<std::string> strategies;
};

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& more :
       {locks::cases(), gproc::cases(), mnesia::cases(), rabbitmq_ms::cases(), ra::cases(), lwt::cases()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string ratio(double value) { return value == 0 ? "0" : fmt::format("{:.4f}", value); }

// --- table 2: trials to an error ---

struct Compared {
  std::string name;
  Case one;
  std::string search, rw, pos;  // published
};

std::vector<Compared> compared(const std::vector<Case>& cases) {
  const auto corfu = [](const corfu::Scenario& scenario) {
    return Case{corfu::name_of(scenario), true, [scenario] { run(scenario); }};
  };
  corfu::Scenario tail{corfu::Method::tail, corfu::Reader::twice, corfu::LayoutKind::server, 2};
  tail.first_check = true;
  return {
      {"crce-2", corfu(tail), "81", "4.29", "4.39"},
      {"crce-3", corfu({corfu::Method::head, corfu::Reader::twice, corfu::LayoutKind::server, 2}), "119", "1351.35",
       "17.43"},
      {"locks-1", case_named(cases, "locks.version"), "none in 100,000", "100,000", "5.27"},
      {"C6023", case_named(cases, "cassandra_lwt.relabelled"), "none in 100,000", "none in 100,000", "5,000"},
  };
}

void table_2(const Plan& plan, const std::vector<Case>& cases, Rows& rows) {
  fmt::print("\nTable 2: trials to an error (95 %), and the paper's\n");
  const auto print = [](const auto&... cells) {
    fmt::print("  {:<8} {:<30} {:>16} {:>22}   {}\n", cells...);
    std::fflush(stdout);
  };
  for (const Compared& row : compared(cases)) {
    print(row.name, row.one.name, "", "", fmt::format("search {}; rw {}; pos {}", row.search, row.rw, row.pos));
    for (const char* how : {"sequence", "graph"}) {
      const std::optional<Searched> searched = search(row.one, how, plan.search_time);
      if (!searched) continue;
      print("", fmt::format("search by {}s", how),
            fmt::format("{}{}", searched->found ? "" : "none in ", searched->executions), "", "");
      rows.add(fmt::format("{} search by {}s: executions to error", row.name, how),
               searched->found ? std::optional(static_cast<double>(searched->executions)) : std::nullopt, "executions",
               Rows::Better::lower);
    }
    for (const char* strategy : {"rw", "pos", "pos+", "pos+8", "portfolio"}) {
      const Rate rate = measure(row.one, strategy, {1, plan.rare_trials}).hits;
      print("", strategy,
            rate.failures ? fmt::format("{:.2f}", rate.trials_to_failure()) : fmt::format("none in {}", rate.trials),
            rate.failures ? fmt::format("{:.2f} .. {:.2f}", 1 / rate.high(), 1 / rate.low()) : "", "");
      rows.add(fmt::format("{} {}: trials to error", row.name, strategy),
               rate.failures ? std::optional(rate.trials_to_failure()) : std::nullopt, "trials", Rows::Better::lower);
    }
  }
}

// --- table 3: hit ratios ---

void table_3(const Plan& plan, const std::vector<Case>& cases, Rows& rows) {
  fmt::print("\nTable 3: hit ratio in {} trials (95 %), and the paper's; {} size\n",
             plan.effort.trials * static_cast<std::uint64_t>(plan.effort.runs), plan.size);
  std::map<std::string, std::vector<Rate>> hits;
  for (const Bug& bug : bugs()) {
    const Case one = case_named(cases, std::string(bug.of) + (plan.size == "paper" ? ".paper" : ""));
    fmt::print("\n  {}: {}\n", bug.name, one.name);
    for (const std::string& strategy : plan.strategies) {
      const Rate rate = measure(one, strategy, plan.effort).hits;
      hits[strategy].push_back(rate);
      const std::optional<double> paper = published(bug, strategy);
      fmt::print("    {:<12} {:>7}  {:>18}  {:>7}\n", strategy, ratio(rate.share()),
                 fmt::format("{:.4f} .. {:.4f}", rate.low(), rate.high()), paper ? ratio(*paper) : "");
      std::fflush(stdout);
      rows.add(fmt::format("{} {}: hit ratio", bug.name, strategy), rate.share(), "1", Rows::Better::higher);
    }
  }

  std::map<std::string, double> means;
  for (const auto& [strategy, rates] : hits) means[strategy] = geometric_mean(rates).value;
  const auto mean_of = [&means](const std::string& strategy) {
    const auto found = means.find(strategy);
    return found == means.end() ? std::optional<double>() : std::optional(found->second);
  };
  const std::optional<double> best = mean_of("pos+");
  fmt::print("\n  geometric mean (a bug that was not hit counts as half a hit, *), ratio to pos+, gain by analysis\n");
  for (const std::string& strategy : plan.strategies) {
    const std::optional<double> plain =
        strategy.ends_with('+') ? mean_of(strategy.substr(0, strategy.size() - 1)) : std::nullopt;
    fmt::print("    {:<12} {:>7}{} {:>8} {:>8}\n", strategy, ratio(means[strategy]),
               geometric_mean(hits[strategy]).all_hit ? ' ' : '*',
               best ? fmt::format("{:.0f} %", 100 * means[strategy] / *best) : "",
               plain ? fmt::format("{:+.0f} %", 100 * (means[strategy] / *plain - 1)) : "");
    rows.add(strategy + ": mean hit ratio", means[strategy], "1", Rows::Better::higher);
  }
  if (plan.size != "paper" || !best) return;
  double other = 0;
  for (const std::string_view strategy : kStrategies)
    if (strategy != "pos+") other = std::max(other, mean_of(std::string(strategy)).value_or(0));
  if (other > 0) rows.add("pos+: mean beside the best other of the paper", *best / other, "x", Rows::Better::higher, 1);
  if (const auto pos = mean_of("pos"))
    rows.add("pos+: mean beside pos (paper: 1.65)", *best / *pos, "x", Rows::Better::higher, 1.65);
  if (const auto ours = mean_of("pos+8"))
    rows.add("pos+8: mean beside pos+", *ours / *best, "x", Rows::Better::higher, 2);
}

// --- table 4: conflict analysis ---

void table_4(const Plan& plan, const std::vector<Case>& cases, Rows& rows) {
  fmt::print("\nTable 4: conflict analysis of pos+ by signature scheme; per trial, and the paper's\n");
  for (const char* name : {"gproc-1", "mnesia-2"}) {
    const auto bug = std::ranges::find(bugs(), name, &Bug::name);
    const Case one = case_named(cases, std::string(bug->of) + ".paper");
    const double plain = measure(one, "pos", plan.effort).hits.share();
    fmt::print("\n  {}: pos hits {} (paper: {})\n", name, ratio(plain), ratio(*published(*bug, "pos")));
    const auto print = [](const auto&... cells) {
      fmt::print("    {:<22} {:>9} {:>9} {:>9} {:>9} {:>9}\n", cells...);
      std::fflush(stdout);
    };
    print("", "ops", "conflicts", "false neg", "false pos", "hit ratio");
    const auto add = [&](const char* scheme) {
      const Measured measured = measure(one, "pos+", plan.effort, scheme);
      const auto per_trial = [&](std::uint64_t sum) {
        return fmt::format("{:.2f}", static_cast<double>(sum) / static_cast<double>(measured.conflicts.trials));
      };
      print(scheme, per_trial(measured.conflicts.operations), per_trial(measured.conflicts.conflicting),
            per_trial(measured.conflicts.false_negatives), per_trial(measured.conflicts.false_positives),
            ratio(measured.hits.share()));
      rows.add(fmt::format("{} {}: hit ratio", name, scheme), measured.hits.share(), "1", Rows::Better::higher);
      for (const Scheme& published : schemes())
        if (published.bug == name && published.scheme == scheme)
          print("  paper", fmt::format("{:.2f}", published.operations), fmt::format("{:.2f}", published.conflicts),
                fmt::format("{:.2f}", published.false_negatives), fmt::format("{:.2f}", published.false_positives),
                ratio(published.hit_ratio));
    };
    for (const char* scheme : {"location", "task+location", "location+object", "task+location+object"}) add(scheme);
  }
}

// --- figure 9: cost ---

struct Ping {};

void ping_pong() {
  constexpr int kRounds = 1'000'000;
  const heddle::Pid other = heddle::spawn("other", [test = heddle::self()] {
    for (int i = 0; i < kRounds; ++i) {
      heddle::receive<Ping>();
      heddle::send(test, Ping{});
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    heddle::send(other, Ping{});
    heddle::receive<Ping>();
  }
}

void table_of_costs(const Plan& plan, const std::vector<Case>& cases, Rows& rows) {
  fmt::print("\nFigure 9 and section 5.4: a trial on one core\n");
  const auto add = [&rows](const std::string& name, double seconds, const std::string& text) {
    fmt::print("  {:<44} {:>10}  {}\n", name, fmt::format("{:.3f} ms", seconds * 1e3), text);
    std::fflush(stdout);
    rows.add(name, seconds * 1e3, "ms", Rows::Better::lower);
  };
  for (const Case& one : cases) {
    if (!one.name.ends_with(".fixed.paper")) continue;
    const Measured counted = measure(one, "pos+", {1, 100});
    const double operations =
        static_cast<double>(counted.conflicts.operations) / static_cast<double>(counted.conflicts.trials);
    fmt::print("  {}: {:.0f} operations\n", one.name, operations);
    const std::vector<std::string> strategies = {"delay:0", "pos", "pos+", "pos+8"};
    const std::vector<double> times = seconds_of_trial(one, strategies, plan.timed_trials);
    const double straight = times[0], pos = times[1];
    add(one.name + " straight through", straight, "no exploration: round robin");
    add(one.name + " pos", pos, fmt::format("{:.2f} x", pos / straight));
    for (std::size_t i = 2; i < strategies.size(); ++i) {
      add(fmt::format("{} {}", one.name, strategies[i]), times[i], fmt::format("{:.2f} x of pos", times[i] / pos));
      rows.add(fmt::format("{}: {} beside pos", one.name, strategies[i]), times[i] / pos, "x", Rows::Better::lower,
               1.5);
    }
    rows.add(one.name + ": 10,000 operations", pos * 1e3 * 1e4 / operations, "ms", Rows::Better::lower, 2);
  }
  const double locks =
      seconds_of_trial(case_named(cases, "locks.version.fixed"), {heddle::Options().strategy}, 20'000)[0];
  add("locks.version.fixed", locks, fmt::format("{:.0f} trials/s", 1 / locks));
  rows.add("locks-1, core size: trials per second and core", 1 / locks, "1/s", Rows::Better::higher, 5'000);
  Case pings{"1,000,000 round trips", false, ping_pong};
  pings.options.settings.max_steps = 10'000'000;
  add(pings.name, seconds_of_trial(pings, {"pos"}, 1)[0], "published: Morpheus 94.02 s, Concuerror 142.48 s");
}

void make_tables(const Plan& plan, Rows& rows) {
  const std::map<std::string, std::function<void(const Plan&, const std::vector<Case>&, Rows&)>> tables = {
      {"2", table_2}, {"3", table_3}, {"4", table_4}, {"cost", table_of_costs}};
  const std::vector<Case> cases = all_cases();
  for (const std::string& name : plan.tables) tables.at(name)(plan, cases, rows);
}

}  // namespace
}  // namespace morpheus

int main(int argc, char** argv) {
  morpheus::Plan plan;
  plan.strategies.assign(morpheus::kStrategies.begin(), morpheus::kStrategies.end());
  for (const char* ours : {"pos+8", "portfolio", "surw", "surw+", "urw", "rapos", "delay:2", "sticky:0.9"})
    plan.strategies.push_back(ours);
  bool full = false;
  CLI::App app("The tables of the Morpheus paper, over its bugs as they are rebuilt here.", "morpheus_table");
  app.add_flag("--full", full, "10,000 trials in ten tasks per figure, as in the paper: takes hours");
  app.add_option("--tables", plan.tables, "which of 2, 3, 4 and cost, with commas")
      ->delimiter(',')
      ->check(CLI::IsMember({"2", "3", "4", "cost"}))
      ->capture_default_str();
  app.add_option("--size", plan.size, "of table 3: core, the protocol alone, or paper, with other traffic")
      ->check(CLI::IsMember({"core", "paper"}))
      ->capture_default_str();
  app.add_option("--trials", plan.effort.trials, "per figure of tables 3 and 4")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  return studies::run_table(app, argc, argv, plan.strategies, [&](studies::Rows& rows) {
    if (full) {
      plan.effort = {5, 2'000};
      plan.rare_trials = 100'000;
      plan.search_time = std::chrono::minutes(10);
    }
    morpheus::make_tables(plan, rows);
  });
}
