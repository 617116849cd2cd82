// Reports for programs, as JSON. Fields are only ever added; "format" counts the times that one changed its meaning.
//
//   {"format": 1, "heddle": "0.1.0", "program": "./corfu_test", "ok": false, "interrupted": false, "tests": [TEST...]}
//
// TEST:
//   name, strategy        text
//   seed                  text, hexadecimal with 0x: JSON's numbers end at 2^53
//   ok                    no failure and no error
//   ended                 why: "trials", "time", "failure", "interrupted", "exhausted"
//   error                 why nothing could be explored; null: fine
//   workers, trials, failed_trials, operations    numbers, over all trials
//   elapsed_s, operations_per_s                   numbers
//   distinct_orders       partial orders seen
//   distinct_orders_is_lower_bound                true: there were more than could be counted
//   orders_seen_once      of them
//   chance_of_new_order   that the next trial shows a new one (Good-Turing)
//   failure_bound         a trial fails with a probability below this (95 % confidence); null: one failed,
//                         none was run, or it is a replay or a verification
//   conflicts             null: no conflict analysis; else sums over its trials: trials, operations, conflicting,
//                         false_negatives, false_positives, and signatures in the history at the end
//   verification          null: sampled; else verified (true: every class of executions was explored, none failed),
//                         reduction, observers (true: on), within: its bounds (null: none), left_out: how often these
//                         left out a way to go on, cut: how many trials ended at the bound of operations, redundant:
//                         how many of the trials were of classes that had been seen,
//                         rounds: the same of each, if it deepened (the others are of the last),
//                         expected: how many executions it was thought to have in all when it ended early, most
//                         likely from expected_low to expected_high (null: nobody can tell),
//                         drawing: its file (null: none),
//                         races: null: nobody asked (--show-races); else of each, most frequent first: executions that
//                         have it, object (null: none), operations: task, kind, file and line of both,
//                         coverage: null: nobody asked (--coverage-of); else classes: that the search found, unknown: why
//                         it was not measured (null: it was), samplers: of each strategy, trials, hit: classes of the
//                         search, beyond: others, failed_trials
//   replay                null: an exploration; else of a replay: file (null: none), departed: where it left the
//                         schedule (null: it did not), saved_for: kind, message, file, line and task of the failure
//                         that the file was saved for (null: none), followed: all decisions of the schedule were taken
//   scenarios             of each that the test has, name, and trials that came to it
//   scenario_trials       in which they were counted: all, but for those before a search was resumed
//   no_lassos             what a state held that could not be looked into, so that none was found to come again (null:
//                         nothing, or no monitor was hot)
//   failures              [FAILURE...]
//   unended               a FAILURE that may be none: a trial that had to be ended when all was over, since it had made no
//                         operation for seconds; null: there was none
//
// FAILURE:
//   kind, message         text
//   file, line, task      where in the code, in which task; null: unknown
//   detail                text of several lines; null: none
//   trial                 number of the trial that failed, from 0
//   seed, strategy        of that trial
//   count                 how often it was found
//   replays, attempts     how many of how many replays showed it again
//   departed              where a replay went another way; null: none did
//   decisions             length of the schedule
//   schedule_file         null: not saved
//   story                 [text...], one per step
#pragma once

#include <string>
#include <vector>

#include "heddle/report/report.h"

namespace heddle {

struct RunRecord {
  std::string program;  // as it was called
  std::string version;  // of Heddle
  bool interrupted = false;
  std::vector<Report> reports;
};

// Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const RunRecord& run);

std::string_view to_string(Ended ended);

}  // namespace heddle
