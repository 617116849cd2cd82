#include "heddle/runner/trial_loop.h"

#include "heddle/actor/system.h"
#include "heddle/base/hash.h"

namespace heddle {

std::uint64_t trial_seed(std::uint64_t seed, std::uint64_t n) { return combine(seed, n); }

TrialLoop::TrialLoop(const std::function<void()>& test, Strategy& strategy, const Settings& settings)
    : test_(test), strategy_(strategy), trial_(settings) {
  trial_.before_cleanup([this](Trial& trial) {
    have_races_ = strategy_.wants().races;
    if (have_races_) happens_before_.analyse(trial);
    if (look_) look_(trial);
  });
}

Outcome TrialLoop::run(const TrialStart& start, Board& board) {
  return trial_.run(test_, strategy_, start, board, &ActorSystem::run_body);
}

TrialEnd TrialLoop::end_of(const Outcome& outcome) const {
  TrialEnd end = end_of_trial(outcome);
  if (trial_.keeps_history()) end.history = &trial_.history();
  if (have_races_) end.races = happens_before_.races();
  return end;
}

}  // namespace heddle
