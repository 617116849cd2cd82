#include "heddle/runner/explore.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <thread>

#include "heddle/engine/trial.h"
#include "heddle/runner/autopsy.h"
#include "heddle/runner/checkpoint.h"
#include "heddle/runner/child.h"
#include "heddle/runner/coverage.h"
#include "heddle/runner/deepen.h"
#include "heddle/runner/exploration.h"
#include "heddle/runner/exploration_here.h"
#include "heddle/runner/exploration_graph.h"
#include "heddle/runner/replay_run.h"
#include "heddle/runner/save.h"
#include "heddle/runner/shared_tally.h"
#include "heddle/strategy/catalogue.h"

namespace heddle {
namespace {

constexpr unsigned kReplays = 3;
constexpr std::chrono::milliseconds kReplayStuck{1'000};
constexpr std::string_view kWhenTold = "; only while its story is told: does the test print its messages without harm?";

std::uint64_t fresh_seed() {
  std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

// Why nothing can be explored with these options; empty: it can.
std::string impossible(const Options& options) {
  if (options.max_failures == 0) return "max_failures is 0: at least one failure has to be kept";
  if (!options.verify) return "";
  constexpr std::string_view kSearches[] = {"auto", "graph", "sequence", "states"};
  if (std::ranges::find(kSearches, options.search) == std::end(kSearches))
    return fmt::format("no search named '{}'; there are auto, graph, sequence and states", options.search);
  if (options.isolate)
    return "verify and isolate cannot be combined: a search remembers what it has seen, and does so in one process";
  return "";
}

// False, with report.error: nothing can be explored with these options.
bool prepare(Options& options, Report& report, ConflictTable& known) {
  report.name = options.name;
  if (options.seed == 0) options.seed = fresh_seed();
  if (options.workers == 0) options.workers = std::max(1u, std::thread::hardware_concurrency());
  if (options.trials > 0 && options.workers > options.trials) options.workers = static_cast<unsigned>(options.trials);
  if (options.verify) {
    if (options.search != "graph") options.workers = 1;
    if (!options.trials_given && options.trials == Options{}.trials) options.trials = 0;  // unless somebody set a limit
    options.settings.run_on = true;
    options.settings.endless = false;  // what has no end cannot be verified
    options.strategy = "search";
    options.scope.reduction = std::min(options.scope.reduction, strongest(options.scope.bounds));
    if (options.deepen && !options.scope.bounds.only()) {
      report.error = "to deepen, a search needs exactly one bound";
      return false;
    }
  }
  report.strategy = options.strategy;
  report.verifying = options.verify;
  options.show_races = options.show_races && options.verify;
  if (!options.verify) {
    options.coverage_of.clear();
    options.graph.clear();
  }
  report.races_asked = options.show_races;
  report.reduction = to_string(options.scope.reduction);
  report.observers = options.scope.observers == Observers::on;
  if (options.verify) report.search = options.search;
  report.seed = options.seed;
  report.workers = options.in_process ? 1 : options.workers;
  if (!options.verify && !make_strategy(options.strategy, report.error)) return false;
  if (!SignatureScheme::named(options.signature, report.error)) return false;
  if (!options.history.empty() && std::filesystem::exists(options.history) &&
      !known.load(options.history, options.signature, report.error))
    return false;
  return true;
}

void explore_round(const std::function<void()>& test, Options options, ConflictTable& known,
                   const Checkpoint& checkpoint, Orders& orders, Report& report) {
  Bounds& bounds = options.scope.bounds;
  if (bounds.steps > options.settings.max_steps) bounds.steps = kUnbounded;  // then that is a failure, as always
  options.settings.max_steps = std::min(options.settings.max_steps, bounds.steps);
  report.within = words(bounds);
  std::optional<ExecutionLog> log;
  if (!options.graph.empty()) {
    if (options.search == "sequence" && options.scope.reduction == Reduction::optimal)
      log.emplace();
    else
      report.drawing_error = "only a search by sequences with the reduction optimal is drawn";
  }
  ExecutionLog* const told = log ? &*log : nullptr;
  SharedTally tally(options.activity);
  const ConflictTable learned = [&] {
    if (options.in_process) return explore_here(test, options, known, orders, tally, told, report);
    Exploration exploration(test, options, known, orders, tally, told, report);
    if (!options.resume.empty()) exploration.go_on_from(checkpoint);
    exploration.run();
    return exploration.learned();
  }();
  tell(tally, report.trials - (options.resume.empty() ? 0 : checkpoint.executions), report);
  if (log) draw(*log, options.graph, report);
  if (options.history.empty()) return;
  known.merge(learned);
  known.save(options.history, options.signature, report.error);
}

bool is_again(const ReplayRun& run, const Failure& failure) {
  if (!run.failure) return false;
  // How far the memory reaches is never quite the same.
  if (is_out_of_memory(failure) && is_out_of_memory(*run.failure)) return true;
  return run.failure->same_as(failure) && run.departed.empty();
}

// A failure counts only when it comes again. The first replay also tells its story. If it is that one alone that ends in
// another way, the text of something is what it does not survive.
void confirm(const std::function<void()>& test, const Options& options, FoundFailure& found) {
  if (found.failure.kind == FailureKind::nondeterminism) return;  // already the result of running it again
  Options replaying = options;
  replaying.settings.run_on = false;
  replaying.in_process = options.in_process && !options.isolate;  // it may die of it
  if (found.failure.kind == FailureKind::liveness) replaying.settings.heat_from = found.heat_from;
  replaying.seed = found.seed;
  replaying.stuck = std::min(options.stuck, kReplayStuck);  // it got this far before: no need to wait as long
  std::vector<std::string> expected;
  bool fails = false, survives_telling = false;
  for (unsigned i = 0; i < kReplays; ++i) {
    ++found.attempts;
    const Telling telling = i == 0 || survives_telling ? Telling::story : Telling::nothing;
    ReplayRun run = run_replay(test, found.schedule, expected, replaying, "", nullptr, telling);
    fails |= run.failure.has_value();
    const bool same = is_again(run, found.failure);
    if (same) {
      ++found.replays;
      if (found.failure.detail.empty()) found.failure.detail = run.failure->detail;
    } else if (found.departed.empty()) {
      if (!run.departed.empty())
        found.departed = run.departed;
      else if (!run.failure)
        found.departed = "the same decisions ended without a failure";
      else
        found.departed = fmt::format("the same decisions ended in another failure: {}: {}",
                                     to_string(run.failure->kind), run.failure->message);
    }
    if (i == 0) {
      survives_telling = same;
      found.story = std::move(run.story);
      found.decisions = expected = std::move(run.decisions);
    }
  }
  if (!survives_telling && found.replays + 1 == found.attempts) found.departed += kWhenTold;
  if (found.replays > 0 || found.failure.kind == FailureKind::internal) return;  // a replay does not decide as a sampler does
  if (was_killed(found.failure) && !fails) return;
  if (is_out_of_memory(found.failure) && !fails) {
    found.failure.message += "; what is kept of trials takes memory, too: a replay, which keeps none of it, does not fail";
    found.attempts = 0;
    found.departed.clear();
    return;
  }
  // What never comes again is not what it seemed to be.
  found.failure.message = fmt::format("{} ({}), which the same decisions do not bring again", found.failure.message,
                                      to_string(found.failure.kind));
  found.failure.kind = FailureKind::nondeterminism;
}

// Somebody killed a worker, and not the test: it does nothing of the kind when it is run again. That is no failure.
bool killed_from_outside(const FoundFailure& found) {
  return was_killed(found.failure) && found.attempts > 0 && found.replays == 0;
}

void tell_killed(const FoundFailure& found, Report& report) {
  report.failed_trials -= std::min(report.failed_trials, found.count);
  if (!report.error.empty()) return;
  report.error = fmt::format(
      "a worker was killed (signal 9): by the system, because memory was short, or by somebody's kill -9; not by the test, "
      "which goes on when it is run again along the same decisions");
  if (!report.checkpoint.empty()) report.error += fmt::format("; go on with --resume={}", report.checkpoint);
}

// With the search that the options name.
Report explore_once(const std::function<void()>& test, Options options) {
  const ChildrenAreWaitedFor children;
  Report report;
  ConflictTable known;
  const unsigned workers = options.workers;
  if (!prepare(options, report, known)) return report;
  Checkpoint checkpoint;
  if (!options.resume.empty() &&
      !load_checkpoint(options.resume, options.name, options.settings, checkpoint, report.error))
    return report;
  std::optional<Orders> orders;  // of the last round
  const auto round = [&](const Options& now, Report& then) {
    if (options.coverage_of.empty())
      orders.emplace();
    else
      orders.emplace(kCoverageSlots);
    explore_round(test, now, known, checkpoint, *orders, then);
  };
  if (options.verify && options.deepen)
    deepen(options, report, round);
  else
    round(options, report);
  if (!report.refused.empty()) return report;
  if (!options.coverage_of.empty()) {
    options.workers = workers;
    measure_coverage(options, *orders,
                     [&](const Options& now, Orders& into, Report& then) {
                       ConflictTable none;
                       explore_round(test, now, none, {}, into, then);
                     },
                     report);
  }
  for (FoundFailure& found : report.failures) {
    confirm(test, options, found);
    if (killed_from_outside(found)) tell_killed(found, report);
  }
  std::erase_if(report.failures, killed_from_outside);
  for (std::size_t i = 0; i < report.failures.size() && !options.save_to.empty(); ++i)
    save_found(report.failures[i], i, options, report);
  if (report.unended && !options.save_to.empty())
    save_found(*report.unended, report.failures.size(), options, report);
  return report;
}

}  // namespace

Report explore(const std::function<void()>& test, const Options& given) {
  Options options = given;
  if (const Trial* trial = Trial::current_or_null(); trial && trial->runs_task()) {
    Report report;
    report.name = options.name;
    report.error = "explore() inside a running test: one exploration at a time, call it from main() or a plain TEST";
    return report;
  }
  if (std::string error = impossible(options); !error.empty()) {
    Report report;
    report.name = options.name;
    report.error = std::move(error);
    return report;
  }
  if (!options.verify) return explore_once(test, options);
  // Each timer that strikes early takes that from all others: no two operations have nothing to do with one another.
  const bool has_budget = options.settings.time == TimeMode::any_time && options.settings.early_timers != kNoLimit;
  if (has_budget) options.scope.reduction = Reduction::none;
  const bool plain = is_plain(options.scope) && !options.deepen && options.graph.empty();
  if (options.search == "auto" && !plain) options.search = "sequence";
  if (has_budget && options.search == "graph") {
    Report report;
    report.name = options.name;
    report.error = "graphs cannot express it: a budget of early timers (--timers=any:N); --search=sequence can";
    return report;
  }
  if (options.search == "states") {
    const bool whole = is_whole(options.scope) && !options.deepen && options.graph.empty();
    if (whole && !has_budget && options.resume.empty() && !options.show_races && options.coverage_of.empty())
      return explore_once(test, options);
    Report report;
    report.name = options.name;
    report.error = has_budget ? "a search by states cannot express it: a budget of early timers (--timers=any:N); "
                                "--search=sequence can"
                              : "a search by states knows no bounds, and nothing of single executions";
    return report;
  }
  if (options.search == "sequence") {
    Report report = explore_once(test, options);
    if (has_budget) report.refused = "a budget of early timers (--timers=any:N); every order of all operations is tried";
    return report;
  }
  options.search = "graph";
  Report report = explore_once(test, options);
  if (report.refused.empty()) return report;
  if (given.search == "graph" || !given.resume.empty()) {
    report.error = fmt::format("graphs cannot express it: {}; --search=sequence can", report.refused);
    return report;
  }
  options.search = "sequence";
  Report again = explore_once(test, options);
  again.refused = report.refused;
  return again;
}

Report replay(const std::function<void()>& test, const Schedule& schedule, const Options& given,
              const std::vector<std::string>& expected) {
  const ChildrenAreWaitedFor children;
  Options options = given;
  Report report;
  report.name = options.name;
  report.strategy = "replay";
  report.is_replay = true;
  report.seed = options.seed;
  report.trials = 1;
  if (!options.after_departure.empty() && !make_strategy(options.after_departure, report.error)) return report;
  const auto began = std::chrono::steady_clock::now();
  SharedTally tally(options.activity);
  ReplayRun run = run_replay(test, schedule, expected, options, options.after_departure, &tally);
  tell(tally, report.trials, report);
  report.elapsed = std::chrono::steady_clock::now() - began;
  report.steps = run.steps;
  report.departed = run.departed;
  report.followed = run.departed.empty() || run.ran_out;
  if (!run.failure) return report;
  report.ended = Ended::failure;
  report.failed_trials = 1;
  FoundFailure found;
  found.failure = *run.failure;
  found.schedule = std::move(run.schedule);
  found.seed = options.seed;
  found.strategy = "replay";
  found.replays = found.attempts = 1;
  found.departed = run.departed;
  found.story = std::move(run.story);
  found.decisions = std::move(run.decisions);
  report.failures.push_back(std::move(found));
  return report;
}

}  // namespace heddle
