// What an exploration found.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/engine/decision.h"
#include "heddle/engine/failure.h"
#include "heddle/report/activity.h"
#include "heddle/report/expected.h"
#include "heddle/trace/describe_operation.h"

namespace heddle {

// A failure, how it was found, and whether it comes again.
struct FoundFailure {
  Failure failure;
  Schedule schedule;
  std::uint64_t trial = 0;       // number of the trial that failed, from 0
  std::uint64_t seed = 0;        // of that trial
  std::uint64_t after_trials = 0;  // trials done by all workers when it was found
  std::chrono::nanoseconds after{0};  // wall time until it was found
  std::string strategy;          // that made its decisions
  std::uint64_t heat_from = 0;   // see Settings::heat_from: what it was in that trial
  std::uint64_t count = 1;       // how often it was found (keep_going)
  unsigned replays = 0;          // how many of `attempts` reproduced it
  unsigned attempts = 0;
  std::string departed;          // where a replay went another way; empty: it did not
  std::vector<std::string> decisions;  // text of each decision, for the schedule's file
  std::vector<std::string> story;  // the steps that led to it, one per line
  std::string schedule_file;     // empty: not saved
};

enum class Ended : std::uint8_t { trials, time, failure, interrupted, exhausted };

// Conflict analysis, summed over trials (paper table 4).
struct ConflictStatistics {
  bool on = false;
  std::uint64_t trials = 0;
  std::uint64_t operations = 0;
  std::uint64_t conflicting = 0;
  std::uint64_t false_negatives = 0;  // raced, but the history did not expect it
  std::uint64_t false_positives = 0;  // did not race, but the history expected it
  std::uint64_t signatures = 0;       // in the history at the end
};

// One search of several, each with a larger bound.
struct Round {
  std::string within;  // see Report for this and the others
  std::uint64_t trials = 0;
  std::uint64_t redundant = 0;
  std::uint64_t left_out = 0;
  std::uint64_t cut = 0;
  Ended ended = Ended::exhausted;
};

// Two operations that could go either way, in some executions.
struct FoundRace {
  OperationText one, other;
  std::string object;            // at which they meet
  std::uint64_t executions = 0;  // that have this race
};

// How much of what a search found a strategy finds by sampling.
struct SamplerCoverage {
  std::string strategy;
  std::uint64_t trials = 0;
  std::uint64_t hit = 0;     // classes that the search found
  std::uint64_t beyond = 0;  // classes that it did not: they lie beyond its bounds
  std::uint64_t failed_trials = 0;
};

// Something that was to be found out whether it happens (Monitor::reached).
struct ScenarioCount {
  std::string name;
  std::uint64_t trials = 0;  // that came to it
};

// Whether all was well. EXPECT_TRUE(explore(...).ok()) also prints why not.
class Passed {
 public:
  Passed(bool ok, std::string why) : ok_(ok), why_(std::move(why)) {}
  operator bool() const { return ok_; }

  // To GoogleTest's AssertionResult, which this header does not know.
  template <class Result>
    requires(std::is_class_v<Result> && std::is_constructible_v<Result, bool> &&
             requires(Result& result, const std::string& why) { result.failure_message(), result << why; })
  operator Result() const {
    Result result(ok_);
    if (!ok_) result << "\n" << why_;
    return result;
  }

 private:
  bool ok_;
  std::string why_;
};

struct Report {
  std::string name;
  std::string strategy;
  std::uint64_t seed = 0;
  unsigned workers = 1;
  std::uint64_t trials = 0;
  std::uint64_t steps = 0;              // operations executed, over all trials
  std::uint64_t distinct_orders = 0;    // partial orders seen
  bool distinct_is_bound = false;       // the table was full: at least that many
  std::uint64_t seen_once = 0;          // of them, seen exactly once (Good-Turing)
  std::uint64_t failed_trials = 0;
  std::chrono::nanoseconds elapsed{0};
  Ended ended = Ended::trials;
  ConflictStatistics conflicts;
  std::vector<FoundFailure> failures;
  std::optional<FoundFailure> unended;  // a trial that had to be ended, when all was over and it did nothing for seconds
  std::vector<ScenarioCount> scenarios;  // by name, also those that were never reached
  std::string no_lassos;                // what a state held that could not be looked into; empty: nothing, or nobody looked
  std::uint64_t scenario_trials = 0;    // in which they were counted: all, but for those before a search was resumed
  bool activity_asked = false;          // the next one is told
  Activity activity;                    // of machines and monitors
  bool counts_left_out = false;         // scenarios or activity: there were more than could be kept
  bool verifying = false;               // every interleaving once, instead of sampling
  std::string search;                   // of a verification: graph or sequence
  std::string refused;                  // why not by graphs
  Expected expected;                    // of a verification by graphs that somebody watched
  std::string checkpoint;               // file with what is left of the search; empty: none
  std::string checkpoint_beside;        // file of an earlier search that was left as it is; empty: there was none
  std::string checkpoint_error;         // why there is none
  std::string reduction;                // of a verification, see Reduction
  bool observers = true;                // of a verification, see Observers
  std::string within;                   // of a verification: its bounds, such as "2 preemptions"; empty: none
  std::uint64_t left_out = 0;           // how often the bounds left out a way to go on
  std::uint64_t cut = 0;                // executions that ended at the bound of operations
  std::uint64_t redundant = 0;          // of the trials of a verification: of classes that had been seen
  std::uint64_t states = 0;             // of a verification by states: that there are
  std::uint64_t runs = 0;               // and how many trials were run; `trials` counts what they stand for
  bool at_most = false;                 // and some executions may be counted more than once
  std::vector<Round> rounds;            // of a verification that deepens; the other figures are of the last, but for
                                        // `steps` and `elapsed`
  bool races_asked = false;             // of a verification: the next two are told
  std::vector<FoundRace> races;         // most frequent first
  bool races_left_out = false;          // there were more than could be kept
  std::string drawing;                  // of a verification: file; empty: none
  std::string drawing_error;            // why there is none
  std::uint64_t classes = 0;            // of a verification: with different partial orders; told with the coverage
  std::vector<SamplerCoverage> coverage;  // of strategies, if asked for
  std::string coverage_unknown;         // why there is none
  bool is_replay = false;               // of one schedule, by replay(): what follows is only told of replays
  std::string departed;                 // where the run left the schedule; empty: it did not
  bool followed = true;                 // it took all decisions of the schedule, and left it where it ends if at all
  std::string replayed_file;            // that the schedule is from; empty: no file
  std::optional<Failure> saved_for;     // the failure that the file was saved for
  std::string error;                    // why nothing could be explored; empty: fine

  bool count_again(const Failure& failure, std::uint64_t times);  // true: it is among those found, and is counted
  Passed ok() const;
  bool failed() const { return failed_trials > 0 || !failures.empty(); }
  bool bound_reached() const { return left_out > 0 || cut > 0; }
  bool verified() const {
    return verifying && !failed() && error.empty() && ended == Ended::exhausted && !bound_reached();
  }
  double chance_of_new_order() const;   // that the next trial shows a partial order not seen before
  double most_new_orders() const;       // upper bound at 95 % on that
  double failure_bound() const;         // upper bound at 95 % on the probability that a trial fails, if none did

  friend std::ostream& operator<<(std::ostream& out, const Report& report);  // as the console shows it
};

}  // namespace heddle
