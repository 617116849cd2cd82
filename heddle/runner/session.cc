#include "heddle/runner/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>

#include "heddle/report/junit.h"
#include "heddle/report/words.h"
#include "heddle/runner/activity_file.h"
#include "heddle/runner/coverage.h"
#include "heddle/runner/explore.h"
#include "heddle/runner/filter.h"
#include "heddle/runner/graphviz.h"
#include "heddle/runner/output_file.h"
#include "heddle/runner/run_tests.h"
#include "heddle/runner/stop.h"
#include "heddle/strategy/catalogue.h"
#include "heddle/strategy/conflict_analysis.h"

namespace heddle {

namespace {

std::string place_of(const Test& test) {
  return test.file.empty() ? "no known place" : fmt::format("{}:{}", test.file, test.line);
}

// Names stand in lists, filters and file names.
void check_names(const std::vector<Test>& tests) {
  std::map<std::string_view, const Test*> seen;
  for (const Test& test : tests) {
    const auto forbidden = [](unsigned char c) { return c <= ' ' || c == 0x7F || c == ','; };
    if (test.name.empty() || std::any_of(test.name.begin(), test.name.end(), forbidden)) {
      throw UsageError(fmt::format("'{}' ({}) cannot be a test's name: names have no spaces, commas or control "
                                   "characters, and are not empty",
                                   printable(test.name), place_of(test)));
    }
    const auto [other, is_new] = seen.emplace(test.name, &test);
    if (!is_new) {
      throw UsageError(fmt::format("two tests are named '{}' ({} and {}): rename one of them", test.name,
                                   place_of(*other->second), place_of(test)));
    }
  }
}

}  // namespace

std::string test_names(const std::vector<Test>& tests) {
  constexpr std::size_t kShown = 6;
  std::string text = count_of(tests.size(), "test") + ": ";
  for (std::size_t i = 0; i < std::min(tests.size(), kShown); ++i) text += (i ? ", " : "") + tests[i].name;
  if (tests.size() > kShown) text += fmt::format(" and {} more, which --list shows", tests.size() - kShown);
  return text;
}

void check_options(const Options& options) {
  std::string error;
  if (!make_strategy(options.strategy, error)) throw UsageError(error);
  for (const std::string& sampler : samplers_in(options.coverage_of))
    if (!make_strategy(sampler, error)) throw UsageError("--coverage-of: " + error);
  if (!options.graph.empty()) check_drawing("--graph", options.graph);
  if (!SignatureScheme::named(options.signature, error)) throw UsageError(error);
  if (!options.history.empty()) {
    ConflictTable table;
    if (std::filesystem::exists(options.history) && !table.load(options.history, options.signature, error))
      throw UsageError(error);
    check_writable(options.history);
  }
  if (!options.save_to.empty()) {
    std::error_code problem;
    std::filesystem::create_directories(options.save_to, problem);
    if (problem) throw UsageError(fmt::format("cannot make the folder {}: {}", options.save_to, problem.message()));
    check_writable(options.save_to + "/x");
  }
}

Session::Session(std::string program, CommandLine line, const std::vector<Test>& tests)
    : program_(std::move(program)), line_(std::move(line)), tests_(tests) {
  check_names(tests);
  const Terminal out = look_at_terminal(STDOUT_FILENO, line_.color);
  style_.color = out.color;
  style_.width = out.width;
  style_.verbose = line_.verbose;
  style_.replay_command = [this](const FoundFailure& found) {
    return fmt::format("{} --replay={}", shell_word(program_), shell_word(found.schedule_file));
  };
  if (!line_.quiet) progress_ = make_progress(look_at_terminal(STDERR_FILENO));
  record_.program = program_;
  record_.version = version();
}

int Session::run() {
  if (line_.list) {
    list();
    return kExitOk;
  }
  if (tests_.empty()) throw UsageError("this program has no tests; HEDDLE_TEST(Suite, Name) makes one");
  check_outputs();
  if (!line_.replay.empty()) return replay_one();
  if (!line_.regressions.empty()) return replay_folder();
  return explore_all();
}

std::vector<const Test*> Session::selected() const {
  const Filter filter(line_.filter);
  std::vector<const Test*> tests;
  for (const Test& test : tests_)
    if (filter.matches(test.name)) tests.push_back(&test);
  if (tests.empty() && !tests_.empty()) {
    throw UsageError(
        fmt::format("no test matches --filter={}; this program has {}", line_.filter, test_names(tests_)));
  }
  return tests;
}

void Session::list() const {
  std::string text;
  for (const Test* test : selected()) {
    text += test->name;
    if (line_.verbose) text += "  " + place_of(*test);
    text += "\n";
  }
  show(text);
}

Options Session::options_for(const Test& test) const {
  Options options = line_.apply_to(test.options);
  options.name = test.name;
  options.progress = progress_.get();
  return options;
}

void Session::check_outputs() const {
  const std::pair<std::string_view, const std::string&> files[] = {
      {"--json", line_.json}, {"--junit", line_.junit}, {"--activity", line_.activity}};
  for (const auto& [option, path] : files) {
    if (path.empty()) continue;
    check_writable(path);
    for (const auto& [other, its_path] : files)
      if (other < option && its_path == path)
        throw UsageError(fmt::format("{} and {} cannot both be {}", other, option, path));
  }
  if (!line_.activity.empty()) check_activity_file(line_.activity);
}

int Session::explore_all() {
  const auto tests = selected();
  for (const Test* test : tests) check_options(options_for(*test));
  const std::string graph = line_.apply_to({}).graph;
  if (!graph.empty() && tests.size() > 1)
    throw UsageError(fmt::format("--graph={} has room for one test, and {} are chosen; --filter chooses one", graph,
                                 tests.size()));
  for (const Test* test : tests) {
    if (stop_requested()) break;
    Report report = explore(test->body, options_for(*test));
    if (progress_) progress_->finish();
    keep(std::move(report));
  }
  if (tests.size() > 1 && !line_.quiet) {
    const auto none = static_cast<std::size_t>(std::ranges::count_if(
        record_.reports, [](const Report& report) { return report.ok() && report.trials == 0; }));
    const std::size_t run = record_.reports.size() - none, failed = failed_reports();
    const auto part = static_cast<std::size_t>(std::ranges::count_if(
        record_.reports, [](const Report& report) { return report.verifying && report.ok() && !report.verified(); }));
    show(fmt::format("{}: {} passed, {}{} failed{}\n", count_of(run, "test"), run - failed - part,
                     part == 0 ? "" : fmt::format("{} not verified, ", part), failed,
                     run == tests.size() ? "" : fmt::format(", {} not run", tests.size() - run)));
  }
  return finish();
}

void Session::keep(Report report) {
  if (!line_.quiet || !report.ok()) show(report_text(report, style_));
  merge(activity_, report.activity);
  record_.reports.push_back(std::move(report));
}

std::size_t Session::failed_reports() const {
  return static_cast<std::size_t>(std::count_if(record_.reports.begin(), record_.reports.end(),
                                                [](const Report& report) { return !report.ok(); }));
}

int Session::finish() {
  record_.interrupted = stop_requested();
  bool failed = false, broken = false, impossible = false;
  for (const Report& report : record_.reports) {
    for (const FoundFailure& found : report.failures)
      (found.failure.kind == FailureKind::internal ? broken : failed) = true;
    failed |= report.failed() && report.failures.empty();
    impossible |= !report.error.empty();
  }
  if (!line_.activity.empty() && !line_.quiet)
    show(wrapped(printable(activity_summary(activity_)), style_.width, 0, 2) + "\n");
  try {
    if (!line_.json.empty()) write_output(line_.json, json_text(record_));
    if (!line_.junit.empty()) write_output(line_.junit, junit_text(record_));
    if (!line_.activity.empty()) write_activity(line_.activity, activity_, record_);
  } catch (const UsageError& error) {  // a failure that was found is worth more than the code of this one
    if (!failed && !broken) throw;
    fmt::print(stderr, "heddle: {}\n", error.what());
  }
  if (failed) return kExitFailure;
  if (broken) return kExitInternal;
  if (impossible) return kExitUsage;
  return record_.interrupted ? kExitSignal + stop_signal() : kExitOk;
}

void Session::show(const std::string& text) const {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace heddle
