// How an exploration tells where it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "heddle/report/expected.h"
#include "heddle/runner/terminal.h"

namespace heddle {

// Where an exploration is now.
struct Snapshot {
  std::string name;                        // of the test
  std::string strategy;
  std::uint64_t trials = 0;                // so far
  std::uint64_t trial_limit = 0;           // 0: none
  double explored = -1;                    // of a search: how much of what is planned; negative: this is none
  Expected expected = {};                  // of a search
  double trials_per_second = 0;            // since it was started or gone on with
  std::uint64_t distinct_orders = 0;       // partial orders seen
  std::chrono::nanoseconds elapsed{0};
  std::chrono::nanoseconds time_limit{0};  // 0: none
};

// explore() calls update() as often as it likes, from the process that called it; what is shown, and how often, is decided
// here.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void update(const Snapshot& now) = 0;
  virtual void finish() {}  // the exploration is over: leave a clean line for the report
};

// A bar, redrawn in place at most ten times a second, on a terminal that can; otherwise a line on a stream every ten
// seconds, so that short runs print none.
std::unique_ptr<Progress> make_progress(const Terminal& terminal);

// The bar, without the carriage return: at most `width` columns wide.
std::string progress_bar(const Snapshot& now, unsigned width, bool unicode);

// The line for streams that are no terminal.
std::string progress_line(const Snapshot& now);

// From 0 to 1, by trials or time, whichever is nearer to its limit; negative: there is no limit.
double fraction_done(const Snapshot& now);

}  // namespace heddle
