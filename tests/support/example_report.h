// Reports with fixed figures, for the tests of what prints them.
#pragma once

#include "heddle/report/report.h"

namespace heddle {

inline Report clean_report() {
  Report report;
  report.name = "PingPong.EveryPingIsAnswered";
  report.strategy = "portfolio";
  report.seed = 0x1f3a;
  report.workers = 2;
  report.trials = 10'000;
  report.steps = 961'000;
  report.distinct_orders = 3'907;
  report.seen_once = 1'200;
  report.elapsed = std::chrono::milliseconds(310);
  return report;
}

inline FoundFailure lost_data() {
  FoundFailure found;
  found.failure = {.kind = FailureKind::assertion,
                   .message = "reader read a value and then not_written: data lost",
                   .file = "studies/corfu/reader.cc",
                   .line = 58,
                   .task = "reader",
                   .detail = ""};
  found.schedule = {{DecisionType::pick, 1}, {DecisionType::pick, 2}};
  found.trial = 4'317;
  found.seed = 77;
  found.after_trials = 4'318;
  found.after = std::chrono::milliseconds(70);
  found.strategy = "pos";
  found.replays = found.attempts = 3;
  found.story = {"    1  writer   send Write{1} to head   writer.cc:12", "    2  reader   send Read{} to tail"};
  found.schedule_file = "corfu.tail.heddle";
  return found;
}

inline Report failed_report() {
  Report report = clean_report();
  report.name = "corfu.tail";
  report.trials = 4'321;
  report.failed_trials = 1;
  report.ended = Ended::failure;
  report.elapsed = std::chrono::milliseconds(81);
  report.failures.push_back(lost_data());
  return report;
}

}  // namespace heddle
