// One forked process per trial, for tests that change global state. The strategy learns in the parent, from what the
// child leaves in shared memory.
#pragma once

#include <atomic>

#include "heddle/runner/shared_memory.h"
#include "heddle/runner/trial_loop.h"

namespace heddle {

class Isolation {
 public:
  explicit Isolation(const Options& options);  // which must outlive it

  // Like TrialLoop::run, but in a child; a child that dies is a failed trial. `pid` shows the child to the watchdog.
  Outcome run(TrialLoop& loop, const TrialStart& start, Board& board, std::atomic<int>& pid,
              const std::atomic<bool>& ended_as_stuck);

  TrialEnd end_of(const Outcome& outcome) const;

 private:
  struct Result {
    std::uint64_t steps, contested, order_hash;
    std::int64_t ended_at;
    bool complete;
  };

  void write_history(const TrialEnd& end);
  bool read_history();

  const Options& options_;
  Shared<Result> result_;
  SharedBytes bytes_;
  History history_;
  std::vector<Race> races_;
  bool have_history_ = false, have_races_ = false;
};

}  // namespace heddle
