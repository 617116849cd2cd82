#include "heddle/strategy/pct.h"

#include <algorithm>

#include "heddle/base/assert.h"

namespace heddle {
namespace {

// Three bands of ranks. Fresh tasks draw in the highest, so each is inserted at a uniformly random place, the top
// included. Change points draw in the one below: the paper gives the i-th *drawn* point rank i, wherever it falls, so a
// later drop may end above an earlier one, and some bugs need that. At the bottom are those that were caught spinning,
// or dropped in a trial that outlived its estimate, each below all before.
constexpr std::uint64_t kFreshBand = std::uint64_t{1} << 63;
constexpr std::uint64_t kDroppedBand = std::uint64_t{1} << 62;

}  // namespace

void Pct::begin(const TrialStart& start) {
  Sampler::begin(start);
  step_ = 0;
  bottom_ = kDroppedBand;
  outlived_ = false;
  ranks_.clear();
  streak_ = {};
  horizon_ = length_.draw(random_);
  draw_changes(1, horizon_);
}

const Pending& Pct::pick(Ready& ready) {
  while (ready.fresh_count() > 0) {
    const Pending& pending = ready.fresh(ready.fresh_count() - 1);
    ready.set_priority(pending, rank_of(pending.task));
  }
  if (++step_ > horizon_) {  // longer than any of the last trials: no promise now, but no standstill either
    draw_changes(horizon_ + 1, 2 * horizon_);
    horizon_ *= 2;
    outlived_ = true;
  }
  if (!changes_.empty() && changes_.back() == step_) {
    changes_.pop_back();
    demote(ready, ready.top(), outlived_ ? --bottom_ : kDroppedBand | random_.next() >> 2);
  }
  if (streak_.too_long(ready.top().task)) {
    demote(ready, ready.top(), --bottom_);
    streak_ = {};
  }
  return ready.top();
}

bool Pct::end(const TrialEnd& end) {
  length_.learn(end.contested);
  return true;
}

std::uint64_t Pct::rank_of(TaskId task) {
  if (index(task) >= ranks_.size()) ranks_.resize(index(task) + 1);
  std::uint64_t& rank = ranks_[index(task)];
  if (rank == 0) rank = kFreshBand | random_.next();
  return rank;
}

// depth-1 different steps of [first, last], or all of them if there are fewer.
void Pct::draw_changes(std::uint64_t first, std::uint64_t last) {
  changes_.clear();
  const std::uint64_t steps = last - first + 1;
  const std::uint64_t wanted = std::min<std::uint64_t>(depth_ - 1, steps);
  // Floyd's way to draw without replacement: every subset is equally likely, with one draw per member.
  for (std::uint64_t highest = steps - wanted; highest < steps; ++highest) {
    const std::uint64_t step = first + random_.below(highest + 1);
    const bool taken = std::find(changes_.begin(), changes_.end(), step) != changes_.end();
    changes_.push_back(taken ? first + highest : step);
  }
  std::sort(changes_.rbegin(), changes_.rend());
}

void Pct::demote(Ready& ready, const Pending& pending, std::uint64_t rank) {
  HEDDLE_ASSERT(index(pending.task) < ranks_.size());
  ranks_[index(pending.task)] = rank;
  ready.set_priority(pending, rank);
}

}  // namespace heddle
