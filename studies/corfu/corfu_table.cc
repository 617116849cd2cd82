// How many trials it takes to find the bugs of chain repair, by strategy, beside the figures of the Morpheus paper
// (Yuan, Yang: ASPLOS'20, table 2), and how many trials found nothing where there is nothing to find.
//
// Seeds and numbers of trials are fixed, so that the table is the same wherever it is made.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/corfu/scenario.h"

namespace corfu {
namespace {

using nlohmann::json;

// Like the paper's, a row of the table is made of runs that know nothing of one another: conflict analysis learns within
// a run only.
constexpr int kRuns = 10;
constexpr unsigned kWorkers = 2;  // part of the definition: each worker learns on its own

struct Rate {
  std::uint64_t failures = 0;
  std::uint64_t trials = 0;

  double trials_to_failure() const { return static_cast<double>(trials) / static_cast<double>(failures); }

  // 95 % interval of the trials to a failure, from Wilson's for the probability of one.
  double bound(double side) const {
    constexpr double z = 1.959964;
    const auto n = static_cast<double>(trials);
    const double p = static_cast<double>(failures) / n;
    const double middle = p + z * z / (2 * n);
    const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (1 + z * z / n) / (middle - side * half);
  }
  double low() const { return bound(-1); }
  double high() const { return bound(+1); }
};

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

std::vector<Hunt> hunts() {
  const Scenario tail{Method::tail, Reader::twice, LayoutKind::server, 2};
  const Scenario head{Method::head, Reader::twice, LayoutKind::server, 2};
  Scenario first_check = tail;
  first_check.first_check = true;
  return {
      {"method 1, initial model, first published check (Morpheus: crce-2)", first_check, 0.1, {{"rw", 4.29}, {"pos", 4.39}}},
      {"method 1, initial model", tail, 10},
      {"method 1, refined model", {Method::tail}, 10},
      {"method 2, initial model (Morpheus: crce-3)", head, 1, {{"rw", 1351.35}, {"pos", 17.43}}},
      {"method 2, refined model", {Method::head}, 1},
  };
}

class Output {
 public:
  // Trials to a failure, which must be found.
  void add(const Hunt& hunt, const std::string& strategy, const Rate& rate) {
    std::string published;
    for (const Published& figure : hunt.published)
      if (figure.strategy == strategy) published = fmt::format("{:.2f}", figure.trials);
    const bool found = rate.failures > 0;
    if (found)
      fmt::print("  {:<6} {:>10.1f} {:>22} {:>9} {:>10} {:>10}\n", strategy, rate.trials_to_failure(),
                 fmt::format("{:.1f} .. {:.1f}", rate.low(), rate.high()), rate.failures, rate.trials, published);
    else
      fmt::print("  {:<6} {:>10} {:>22} {:>9} {:>10} {:>10}\n", strategy, "-", fmt::format("{:.1f} ..", rate.low()), 0,
                 rate.trials, published);
    std::fflush(stdout);
    rows_.push_back({{"name", fmt::format("{} {}: trials to bug", name_of(hunt.scenario), strategy)},
                     {"value", found ? json(rate.trials_to_failure()) : json()},
                     {"unit", "trials"},
                     {"bar", nullptr},
                     {"better", "lower"},
                     {"ok", nullptr}});
  }

  // Failures where there must be none.
  void add_clean(const Scenario& scenario, const std::string& strategy, const Rate& rate) {
    fmt::print("  {:<28} {:<6} {:>9} {:>10}    {:.1e}\n", name_of(scenario), strategy, rate.failures, rate.trials,
               1 / rate.low());
    std::fflush(stdout);
    add_bar(fmt::format("{} {}: failures in {} trials", name_of(scenario), strategy, rate.trials), "failures",
            rate.failures, 0, "lower");
  }

  // A bug that every strategy together must have found.
  void add_found(const Scenario& scenario, std::uint64_t failures) {
    add_bar(fmt::format("{}: failures found", name_of(scenario)), "failures", failures, 1, "higher");
  }

  bool ok() const { return ok_; }

  void write(const std::string& path) const {
    std::ofstream file(path);
    file << rows_.dump(2) << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write '" + path + "'");
  }

 private:
  void add_bar(const std::string& name, const char* unit, std::uint64_t value, std::uint64_t bar, const std::string& better) {
    const bool met = better == "lower" ? value <= bar : value >= bar;
    ok_ = ok_ && met;
    rows_.push_back({{"name", name}, {"value", value}, {"unit", unit}, {"bar", bar}, {"better", better}, {"ok", met}});
  }

  json rows_ = json::array();
  bool ok_ = true;
};

void make_table(std::uint64_t trials, Output& output) {
  for (const Hunt& hunt : hunts()) {
    fmt::print("\n{}: {}\n  {:<6} {:>10} {:>22} {:>9} {:>10} {:>10}\n", hunt.title, name_of(hunt.scenario), "", "trials/bug",
               "95 %", "bugs", "trials", "Morpheus");
    std::uint64_t failures = 0;
    for (const char* strategy : {"rw", "pct:5", "pos", "pos+"}) {
      const Rate rate = measure(hunt.scenario, strategy, static_cast<std::uint64_t>(static_cast<double>(trials) * hunt.effort));
      failures += rate.failures;
      output.add(hunt, strategy, rate);
    }
    output.add_found(hunt.scenario, failures);
  }

  fmt::print("\nmethod 3: nothing to find\n  {:<28} {:<6} {:>9} {:>10}    {}\n", "", "", "failures", "trials",
             "chance of a failure, at most (95 %)");
  for (const Method method : {Method::middle_23, Method::middle_12})
    for (const Scenario& scenario : {Scenario{method, Reader::twice, LayoutKind::server, 2}, Scenario{method}})
      for (const char* strategy : {"pos", "pos+"})
        output.add_clean(scenario, strategy, measure(scenario, strategy, 10 * trials));
}

}  // namespace
}  // namespace corfu

int main(int argc, char** argv) {
  std::string json_path;
  double trials = 20'000;
  CLI::App app("Trials to the bugs of CORFU chain repair, by strategy.");
  app.add_option("--trials", trials, "per strategy; ten times as many where bugs are rare, a tenth where frequent")
      ->capture_default_str()
      ->check(CLI::Range(1e3, 1e9));
  app.add_option("--json", json_path, "write the table to this file, too");
  try {
    app.parse(argc, argv);
    corfu::Output output;
    corfu::make_table(static_cast<std::uint64_t>(trials), output);
    if (!json_path.empty()) output.write(json_path);
    return output.ok() ? 0 : 1;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "corfu_table: {}\n", error.what());
    return 3;
  }
}
