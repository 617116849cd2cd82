// How to explore a test. Every field has a unit and a default; the command line sets the same fields.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "heddle/engine/settings.h"
#include "heddle/search/scope.h"

namespace heddle {

class Progress;

struct Options {
  std::string name = "test";             // for reports and file names
  std::string strategy = "portfolio";    // see strategy_help()
  bool verify = false;                   // every interleaving once, up to equivalence, instead of sampling with a strategy
  std::string search = "auto";           // with verify: graph, sequence, states, or auto: graph if the test allows it
  std::string resume = {};               // with verify: file of a search to go on with; empty: begin
  std::chrono::milliseconds save_every{60'000};  // with verify: how often what is left of a search by graphs is saved
  Scope scope = {};                      // of verify: how much of the test to explore
  bool deepen = false;                   // of verify with one bound: with bound 0, 1, 2, ... up to that
  std::string graph = {};                // with verify: file for a drawing of the search, .svg or DOT; empty: none
  bool show_races = false;               // with verify: the report lists them
  std::string coverage_of = {};          // with verify: then samples with these strategies, see coverage.h
  std::uint64_t coverage_trials = 10'000;  // with each of them
  bool activity = false;                 // count what machines and monitors do; the report has it
  std::string after_departure = {};      // replay(): the strategy that goes on where the test has left the schedule
  std::uint64_t trials = 10'000;         // at most; 0: no limit
  bool trials_given = false;             // with verify: the usual number of trials is meant, too, and not just the default
  std::chrono::milliseconds time{0};     // wall time for all trials; 0: no limit
  std::uint64_t seed = 0;                // 0: a fresh one, which the report tells
  unsigned workers = 0;                  // processes; 0: one per core
  bool in_process = false;               // no worker process at all: for debuggers; a crash ends the caller
  bool isolate = false;                  // one forked process per trial, for code with global state
  bool keep_going = false;               // do not stop at the first failure
  bool check_determinism = false;        // run schedules twice and compare
  std::string history = {};              // file of conflict analysis to load and save; empty: none
  std::string signature = "task+location";  // of conflict analysis: location, task+location, task+location+object, ...
  std::string save_to = ".";             // folder for schedules of failures; empty: save none
  std::chrono::milliseconds stuck{5'000};  // wall time without an operation that counts as an endless loop
  std::uint64_t max_memory_mb = 8192;    // of a worker; more throws std::bad_alloc in the test; 0: no limit
  std::uint64_t max_failures = 20;       // distinct ones kept with keep_going
  Settings settings = {};                // limits of one trial
  Progress* progress = nullptr;          // told how it goes; null: nobody
};

}  // namespace heddle
