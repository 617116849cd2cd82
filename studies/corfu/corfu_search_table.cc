// bench: slow
// The tables of the paper on chain repair (see paper.h) again, by exhaustive search here: executions and time, ours
// beside the paper's.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/report/words.h"
#include "heddle/runner/filter.h"
#include "heddle/runner/progress.h"
#include "heddle/runner/stop.h"
#include "heddle/runner/values.h"
#include "studies/corfu/paper.h"

namespace corfu {
namespace {

using heddle::duration_text;
using heddle::with_thousands;
using json = nlohmann::ordered_json;

struct Outcome {
  heddle::Report report;

  bool failed() const { return !report.failures.empty(); }
  bool finished() const { return failed() || report.ended == heddle::Ended::exhausted; }
  double seconds() const { return std::chrono::duration<double>(report.elapsed).count(); }

  // A failed check is a bug of the model. Whatever else ends a trial, such as a lack of memory, is none.
  bool bug() const { return failed() && report.failures[0].failure.kind == heddle::FailureKind::assertion; }
};

Outcome run_search(const std::string& name, const Search& search, std::chrono::milliseconds time) {
  const auto progress = heddle::make_progress(heddle::look_at_terminal(2));
  heddle::Options options = options_of(search);
  options.name = name;
  options.time = time;
  options.progress = progress.get();
  Outcome outcome{heddle::explore([&search] { run(search.scenario); }, options)};
  if (!outcome.report.error.empty()) throw std::runtime_error(outcome.report.error);
  return outcome;
}

// "no bug", "bug within bound 2: data lost", "not finished: about 2.4 billion executions (+-20 %), 7:02:00 left"
std::string words(const Outcome& outcome) {
  const heddle::Report& report = outcome.report;
  const std::string within = report.within.empty() ? "" : " within " + report.within;
  std::string text;
  if (outcome.failed()) {
    const heddle::Failure& failure = report.failures[0].failure;
    const std::string message = failure.message.substr(0, failure.message.find(':'));
    text = fmt::format("{}{}: {}", outcome.bug() ? "bug" : to_string(failure.kind), within, message);
  } else if (outcome.finished()) {
    text = "no bug" + within;
  } else {
    text = report.ended == heddle::Ended::interrupted ? "interrupted" : "not finished";
    if (report.expected.known()) {
      const auto trials = static_cast<double>(report.trials);
      const std::string left = time_left_text(report.expected, trials, trials / outcome.seconds());
      text += fmt::format(": {}{}", to_text(report.expected), left.empty() ? "" : ", " + left);
    }
  }
  if (report.redundant > 0) text += fmt::format(", {} redundant", with_thousands(report.redundant));
  return text;
}

class Output {
 public:
  void add_title(const PaperTable& table) {
    fmt::print("{}{}: {}\n", rows_.empty() ? "" : "\n", table.name, table.title);
    fmt::print("  {:<34} {:>21}   {:>29}\n", "", "paper", "here");
    print("", "executions", "time", "bug", "executions", "time", "search", "");
  }

  void add(const PaperTable& table, const PaperRow& row, const Outcome& outcome) {
    std::string executions, time, bug;
    if (row.paper) {
      const std::string_view more = row.paper->finished ? "" : ">";
      executions = fmt::format("{}{}", more, with_thousands(row.paper->executions));
      time = fmt::format("{}{}", more, time_text(row.paper->time));
      bug = row.paper->bug ? "yes" : row.paper->finished ? "no" : "?";
    }
    const std::string_view more = outcome.finished() ? "" : ">";
    print(row.name, executions, time, bug, fmt::format("{}{}", more, with_thousands(outcome.report.trials)),
          fmt::format("{}{}", more, duration_text(outcome.report.elapsed)), outcome.report.search, words(outcome));
    keep(table.name + ": " + row.name, row, outcome);
  }

  bool ok() const { return ok_; }
  const json& rows() const { return rows_; }

 private:
  static void print(const std::string& name, const std::string& paper_executions, const std::string& paper_time,
                    const std::string& paper_bug, const std::string& executions, const std::string& time,
                    const std::string& search, const std::string& outcome) {
    std::string line = fmt::format("  {:<34} {:>12} {:>13} {:<3}   {:>13} {:>12}  {:<8}  {}", name, paper_executions,
                                   paper_time, paper_bug, executions, time, search, outcome);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

  void keep(const std::string& name, const PaperRow& row, const Outcome& outcome) {
    const auto figure = [&](std::string_view unit, const json& value, const json& paper) {
      rows_.push_back({{"name", fmt::format("{}: {}", name, unit)},
                       {"value", value},
                       {"unit", unit},
                       {"bar", nullptr},
                       {"better", "lower"},
                       {"ok", nullptr},
                       {"paper", paper},
                       {"finished", outcome.finished()},
                       {"search", outcome.report.search}});
    };
    figure("executions", outcome.report.trials, row.paper ? json(row.paper->executions) : json());
    figure("seconds", outcome.seconds(), row.paper ? json(row.paper->time.count()) : json());

    // A bug that a bound leaves out, or that there was no time for, is not one that was missed.
    const bool bug = has_bug(row.search);
    const bool decided = outcome.failed() || outcome.report.verified() || !bug;
    const bool met = outcome.failed() ? outcome.bug() && bug : !decided || !bug;
    ok_ = ok_ && met && outcome.report.redundant == 0;
    rows_.push_back({{"name", name + ": bugs"},
                     {"value", outcome.bug() ? 1 : 0},
                     {"unit", "bugs"},
                     {"bar", bug ? 1 : 0},
                     {"better", bug ? "higher" : "lower"},
                     {"ok", decided ? json(met) : json()}});
  }

  json rows_ = json::array();
  bool ok_ = true;
};

// Row by row, until somebody presses Ctrl-C.
void make_tables(const std::vector<PaperTable>& tables, std::chrono::milliseconds time, Output& output) {
  std::vector<std::pair<Search, Outcome>> done;  // some are rows of two tables
  for (const PaperTable& table : tables) {
    if (heddle::stop_requested()) return;
    output.add_title(table);
    for (const PaperRow& row : table.rows) {
      if (heddle::stop_requested()) return;
      auto known = std::find_if(done.begin(), done.end(), [&](const auto& each) { return each.first == row.search; });
      if (known == done.end())
        known = done.insert(done.end(), {row.search, run_search(table.name + ": " + row.name, row.search, time)});
      output.add(table, row, known->second);
    }
  }
}

// The rows whose names match.
std::vector<PaperTable> chosen(const std::string& patterns) {
  const heddle::Filter filter(patterns);
  std::vector<PaperTable> tables;
  for (PaperTable& table : paper_tables()) {
    std::erase_if(table.rows, [&](const PaperRow& row) { return !filter.matches(table.name + ": " + row.name); });
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  if (tables.empty()) throw std::runtime_error(fmt::format("no row matches --filter={}; --list names them", patterns));
  return tables;
}

std::chrono::milliseconds parse_time(const std::string& text) {
  try {
    return std::chrono::ceil<std::chrono::milliseconds>(heddle::parse_duration(text));
  } catch (const heddle::UsageError& error) {
    throw std::runtime_error(fmt::format("--time={} {}", text, error.what()));
  }
}

}  // namespace
}  // namespace corfu

int main(int argc, char** argv) {
  std::string time = "1m", patterns, json_path;
  bool list = false;
  CLI::App app(
      "The tables of the paper on CORFU chain repair (iFM 2017), by exhaustive search: ours beside the paper's.\n"
      "Ctrl-C ends it with what is there.");
  app.add_option("--time", time,
                 "for each row, such as 30s, 10m or 8h; then it says how far it got, and how far it is, "
                 "as far as that can be foretold; 0: no limit")
      ->capture_default_str();
  app.add_option("--filter", patterns,
                 "only rows whose name contains one of these texts, separated by commas; "
                 "* and ? are wildcards, -TEXT excludes");
  app.add_flag("--list", list, "print the names of the rows and stop");
  app.add_option("--json", json_path, "also write the tables to this file");
  try {
    app.parse(argc, argv);
    const std::vector<corfu::PaperTable> tables = corfu::chosen(patterns);
    const std::chrono::milliseconds limit = corfu::parse_time(time);
    if (list) {
      for (const corfu::PaperTable& table : tables)
        for (const corfu::PaperRow& row : table.rows) fmt::print("{}: {}\n", table.name, row.name);
      return 0;
    }
    std::ofstream file;
    if (!json_path.empty()) file.open(json_path, std::ios::app);  // before the work; what is there stays until the end
    if (!file) throw std::runtime_error("cannot write '" + json_path + "'");
    const heddle::StopOnSignal stop;
    corfu::Output output;
    corfu::make_tables(tables, limit, output);
    if (!json_path.empty() && !(std::ofstream(json_path) << output.rows().dump(2) << std::endl))
      throw std::runtime_error("cannot write '" + json_path + "'");
    if (!output.ok()) return 1;
    return heddle::stop_requested() ? 128 + heddle::stop_signal() : 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "corfu_search_table: {}\n", error.what());
    return 2;
  }
}
