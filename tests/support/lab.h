// Runs programs under a strategy, trial after trial, without the runner: tasks end without an operation of their own,
// so that a test knows every operation there is.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/engine/trial.h"
#include "heddle/trace/happens_before.h"

namespace heddle::testing {

using Program = std::function<void()>;

// Spawns a task. Nobody waits for it: a trial ends when all its tasks have.
inline TaskId start(std::string_view name, UniqueFunction body) {
  return Trial::current().spawn(name, std::move(body));
}

class Lab {
 public:
  explicit Lab(const Settings& settings = {})
      : trial_(settings), board_(BoardMemory::Sharing::private_memory, 1 << 20) {
    trial_.before_cleanup([this](Trial& trial) {
      if (races_wanted_()) happens_before_.analyse(trial);
    });
  }

  // One trial, from which the strategy learns.
  Outcome run(const Program& program, Strategy& strategy, const TrialStart& start_of) {
    const Outcome outcome = run_only(program, strategy, start_of);
    strategy.end(end_of(outcome, strategy));
    return outcome;
  }

  // One trial, and no call of end.
  Outcome run_only(const Program& program, Strategy& strategy, const TrialStart& start_of) {
    races_wanted_ = [&strategy] { return strategy.wants().races; };
    return trial_.run(program, strategy, start_of, board_.board());
  }

  TrialEnd end_of(const Outcome& outcome, const Strategy& strategy) const {
    TrialEnd end = end_of_trial(outcome);
    if (trial_.keeps_history()) end.history = &trial_.history();
    if (strategy.wants().races) end.races = happens_before_.races();
    return end;
  }

  // Many trials with seeds of their own; `after` looks at each.
  void run_many(std::uint64_t trials, const Program& program, Strategy& strategy, std::uint64_t seed,
                const std::function<void(std::uint64_t trial, const Outcome&)>& after) {
    for (std::uint64_t i = 0; i < trials; ++i) after(i, run(program, strategy, {i, combine(seed, i)}));
  }

  Schedule schedule() const { return board_.schedule(); }
  Trial& trial() { return trial_; }

 private:
  Trial trial_;
  BoardMemory board_;
  HappensBefore happens_before_;
  std::function<bool()> races_wanted_;
};

}  // namespace heddle::testing
