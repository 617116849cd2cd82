// One trial after another with a strategy that learns.
#pragma once

#include <functional>
#include <memory>

#include "heddle/engine/trial.h"
#include "heddle/runner/options.h"
#include "heddle/trace/happens_before.h"

namespace heddle {

// The test's seed of trial number n.
std::uint64_t trial_seed(std::uint64_t seed, std::uint64_t n);

class TrialLoop {
 public:
  TrialLoop(const std::function<void()>& test, Strategy& strategy, const Settings& settings);

  // Runs the trial and finds its races, if the strategy wants them. Does not let the strategy learn.
  Outcome run(const TrialStart& start, Board& board);

  // Called for each trial while all its data is there. Keeps its history.
  void look_with(std::function<void(const Trial&)> look) {
    look_ = std::move(look);
    trial_.keep_history(true);
  }

  // The last trial, as the strategy may learn from it.
  TrialEnd end_of(const Outcome& outcome) const;

  Trial& trial() { return trial_; }
  Strategy& strategy() { return strategy_; }

 private:
  const std::function<void()>& test_;
  Strategy& strategy_;
  Trial trial_;
  HappensBefore happens_before_;
  bool have_races_ = false;
  std::function<void(const Trial&)> look_;
};

}  // namespace heddle
