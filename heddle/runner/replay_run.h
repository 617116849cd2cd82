// Running a schedule again, watched in full detail.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "heddle/engine/decision.h"
#include "heddle/engine/failure.h"
#include "heddle/runner/options.h"

namespace heddle {

class SharedTally;

struct ReplayRun {
  std::optional<Failure> failure;
  std::string departed;                // where it left the schedule; empty: it did not
  bool ran_out = false;                // it left it where it ends
  std::vector<std::string> decisions;  // text of each decision
  std::vector<std::string> story;
  Schedule schedule;                   // as it went
  std::uint64_t steps = 0;
};

// Watched: in detail, which makes text of messages and tables.
enum class Telling : bool { nothing, story };

// In a child process, so that whatever the test does to itself, the story of it survives; with options.in_process right
// here, for debuggers. `tally`, if there is one, counts.
ReplayRun run_replay(const std::function<void()>& test, const Schedule& schedule,
                     const std::vector<std::string>& expected, const Options& options, const std::string& fallback,
                     SharedTally* tally = nullptr, Telling telling = Telling::story);

}  // namespace heddle
