// bench: slow
// How many trials it takes to find the bugs of chain repair, by strategy, beside the figures of the Morpheus paper
// (Yuan, Yang: ASPLOS'20, table 2), and how many trials found nothing where there is nothing to find.
//
// Seeds and numbers of trials are fixed, so that the table is the same wherever it is made.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/corfu/scenario.h"
#include "studies/support/rate.h"
#include "studies/support/rows.h"
#include "studies/support/table.h"

namespace corfu {
namespace {

using studies::Rate;
using studies::Rows;

// Like the paper's, a row of the table is made of runs that know nothing of one another: conflict analysis learns
// within a run only.
constexpr int kRuns = 10;
constexpr unsigned kWorkers = 2;  // part of the definition: each worker learns on its own

Rate measure(const Scenario& scenario, const std::string& strategy, std::uint64_t trials) {
  Rate rate;
  for (int run_number = 1; run_number <= kRuns; ++run_number) {
    heddle::Options options;
    options.strategy = strategy;
    options.trials = trials / kRuns;
    options.seed = static_cast<std::uint64_t>(run_number);
    options.workers = kWorkers;
    options.keep_going = true;
    options.save_to = "";
    const heddle::Report report = heddle::explore([scenario] { run(scenario); }, options);
    if (!report.error.empty()) throw std::runtime_error(report.error);
    rate.failures += report.failed_trials;
    rate.trials += report.trials;
  }
  return rate;
}

struct Published {
  const char* strategy;
  double trials;
};

struct Hunt {
  const char* title;
  Scenario scenario;
  double effort;  // times the number of trials that was asked for
  std::vector<Published> published = {};
};

// The published figures stand beside two versions of a model each: ours, and the one that comes closer to the steps
// that the published one has. Neither is the same program; README.md says what is known of the differences.
std::vector<Hunt> hunts() {
  const std::vector<Published> crce_2 = {{"rw", 4.29}, {"pos", 4.39}};
  const std::vector<Published> crce_3 = {{"rw", 1351.35}, {"pos", 17.43}};
  const Scenario tail{Method::tail, Reader::twice, LayoutKind::server, 2};
  const Scenario head{Method::head, Reader::twice, LayoutKind::server, 2};
  const auto with = [](Scenario scenario, bool staggered, bool first_check) {
    scenario.staggered = staggered;
    scenario.first_check = first_check;
    return scenario;
  };
  return {
      {"method 1, first published check (beside crce-2)", with(tail, false, true), 0.1, crce_2},
      {"method 1, first published check, staggered (beside crce-2)", with(tail, true, true), 0.1, crce_2},
      {"method 1, initial model", tail, 10},
      {"method 1, refined model", {Method::tail}, 10},
      {"method 2, initial model (beside crce-3)", head, 1, crce_3},
      {"method 2, initial model, staggered (beside crce-3)", with(head, true, false), 1, crce_3},
      {"method 2, refined model", {Method::head}, 1},
  };
}

// "17.4", "12345"
std::string number(double value) { return fmt::format("{:.{}f}", value, value < 1000 ? 1 : 0); }

class Output {
 public:
  explicit Output(Rows& rows) : rows_(rows) {}

  void add_title(const Hunt& hunt) {
    fmt::print("\n{}: {}\n", hunt.title, name_of(hunt.scenario));
    print("", "trials/bug", "95 %", "bugs", "trials", "Morpheus");
  }

  // Trials to a failure.
  void add(const Hunt& hunt, const std::string& strategy, const Rate& rate) {
    std::string published;
    for (const Published& figure : hunt.published)
      if (figure.strategy == strategy) published = fmt::format("{:.2f}", figure.trials);
    const bool found = rate.failures > 0;
    print(strategy, found ? number(rate.trials_to_failure()) : "-",
          number(1 / rate.high()) + " .. " + (found ? number(1 / rate.low()) : ""), std::to_string(rate.failures),
          std::to_string(rate.trials), published);
    rows_.add(fmt::format("{} {}: trials to bug", name_of(hunt.scenario), strategy),
              found ? std::optional(rate.trials_to_failure()) : std::nullopt, "trials", Rows::Better::lower);
  }

  void add_clean_title() {
    fmt::print("\nmethod 3: nothing to find\n  {:<29} {:<8} {:>8} {:>10}   {}\n", "", "", "failures", "trials",
               "a trial fails less often than (95 %)");
  }

  // Failures where there must be none.
  void add_clean(const Scenario& scenario, const std::string& strategy, const Rate& rate) {
    fmt::print("  {:<29} {:<8} {:>8} {:>10}   {}\n", name_of(scenario), strategy, rate.failures, rate.trials,
               rate.failures ? "-" : fmt::format("{:.1e}", rate.bound()));
    std::fflush(stdout);
    rows_.add(fmt::format("{} {}: failures in {} trials", name_of(scenario), strategy, rate.trials),
              static_cast<double>(rate.failures), "failures", Rows::Better::lower, 0);
  }

  // A bug that the strategies together must have found.
  void add_found(const Scenario& scenario, std::uint64_t failures) {
    rows_.add(fmt::format("{}: failures found", name_of(scenario)), static_cast<double>(failures), "failures",
              Rows::Better::higher, 1);
  }

 private:
  static void print(const std::string& strategy, const std::string& rate, const std::string& interval,
                    const std::string& failures, const std::string& trials, const std::string& published) {
    fmt::print("  {:<8} {:>10} {:>18} {:>8} {:>10} {:>10}\n", strategy, rate, interval, failures, trials, published);
    std::fflush(stdout);
  }

  Rows& rows_;
};

void make_table(double trials, const std::vector<std::string>& strategies, Output& output) {
  for (const Hunt& hunt : hunts()) {
    output.add_title(hunt);
    std::uint64_t failures = 0;
    for (const std::string& strategy : strategies) {
      const Rate rate = measure(hunt.scenario, strategy, static_cast<std::uint64_t>(trials * hunt.effort));
      failures += rate.failures;
      output.add(hunt, strategy, rate);
    }
    output.add_found(hunt.scenario, failures);
  }
  output.add_clean_title();
  for (const Method method : {Method::middle_23, Method::middle_12})
    for (const Scenario& scenario : {Scenario{method, Reader::twice, LayoutKind::server, 2}, Scenario{method}})
      for (const std::string& strategy : strategies)
        output.add_clean(scenario, strategy, measure(scenario, strategy, static_cast<std::uint64_t>(trials * 2)));
}

}  // namespace
}  // namespace corfu

int main(int argc, char** argv) {
  double trials = 20'000;
  std::vector<std::string> strategies{"rw", "pct:5", "pos", "pos+"};
  CLI::App app("Trials to the bugs of CORFU chain repair, by strategy.", "corfu_table");
  app.add_option("--trials", trials, "per row; ten times as many where bugs are rare, a tenth where they are frequent")
      ->capture_default_str()
      ->check(CLI::Range(1e3, 1e9));
  return studies::run_table(app, argc, argv, strategies, [&](studies::Rows& rows) {
    corfu::Output output(rows);
    corfu::make_table(trials, strategies, output);
  });
}
