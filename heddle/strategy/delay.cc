#include "heddle/strategy/delay.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::uint64_t kRounds = std::uint64_t{1} << 30;
constexpr std::uint64_t kTasks = std::uint64_t{1} << 32;

constexpr std::uint64_t priority_of(std::uint64_t round, TaskId task) {
  return (kRounds - round) * kTasks - index(task);
}

constexpr std::uint64_t round_of(std::uint64_t priority) { return kRounds - (priority + kTasks - 1) / kTasks; }

static_assert(round_of(priority_of(7, TaskId{0})) == 7 && round_of(priority_of(7, kNoTask)) == 7);

}  // namespace

void Delay::begin(const TrialStart& start) {
  Sampler::begin(start);
  step_ = round_ = turn_ = 0;
  streak_ = {};
  when_.clear();
  const std::uint64_t length = length_.draw(random_);
  for (unsigned i = 0; i < delays_; ++i)
    if (const std::uint64_t step = random_.below(length + 1); step > 0) when_.push_back(step);
  std::sort(when_.rbegin(), when_.rend());
}

const Pending& Delay::pick(Ready& ready) {
  while (ready.fresh_count() > 0) {
    const Pending& pending = ready.fresh(ready.fresh_count() - 1);
    ready.set_priority(pending, priority_of(index(pending.task) >= turn_ ? round_ : round_ + 1, pending.task));
  }
  for (++step_; !when_.empty() && when_.back() == step_; when_.pop_back()) pass_over(ready);
  if (streak_.too_long(ready.top().task)) {
    pass_over(ready);
    streak_ = {};
  }
  round_ = round_of(ready.top().priority);
  turn_ = index(ready.top().task);
  return ready.top();
}

void Delay::pass_over(Ready& ready) {
  const Pending& next = ready.top();
  ready.set_priority(next, priority_of(round_of(next.priority) + 1, next.task));
}

// A step without a choice: only its task was ready, so nothing is ranked now.
void Delay::executed(const Operation&, TaskId task, std::span<const Touch>, Ready& ready) {
  if (!ready.empty()) return;
  if (index(task) < turn_) ++round_;
  turn_ = index(task);
}

bool Delay::end(const TrialEnd& end) {
  length_.learn(end.contested);
  return true;
}

}  // namespace heddle
