// Searching without looking at races: every task that is ready goes next once.
#include <algorithm>

#include "heddle/base/hash.h"
#include "heddle/search/sequence_search.h"
#include "heddle/search/turn.h"

namespace heddle {

void SequenceSearch::plan_every_way(Ready& ready, State& state) {
  in_turn(ready, running_, turn_);
  const Bounds& bounds = scope_.bounds;
  const bool goes_on = turn_.front()->task == running_;
  for (std::size_t i = 0; i < turn_.size(); ++i) {
    const Pending* const pending = turn_[i];
    const std::uint32_t task = pool_.task(pending->task_stable);
    if (asleep(state.asleep, pool_, task)) continue;
    const bool too_many = (i > 0 && goes_on && preemptions_ >= bounds.preemptions) || i > bounds.delays - delays_;
    if (too_many || state.todo.size() > state.budget) {
      ++counts_.beyond;
      continue;
    }
    const Known step{.task = task,
                     .sequence = pending->owner->sequence + 1,
                     .kind = pending->operation.kind};  // no more is known yet
    state.todo.push_back({pool_.add(step, {}), {}});
  }
}

// What is picked costs that much of the bounds.
void SequenceSearch::charge(const Ready& ready, const Pending& picked) {
  if (scope_.bounds.preemptions == kUnbounded && scope_.bounds.delays == kUnbounded) return;
  in_turn(ready, running_, turn_);
  const auto passed = std::find(turn_.begin(), turn_.end(), &picked) - turn_.begin();
  delays_ += static_cast<std::uint64_t>(passed);
  preemptions_ += passed > 0 && turn_.front()->task == running_;
}

// An operation was executed: what depends on it may go again.
void SequenceSearch::executed(const Operation&, TaskId task, std::span<const Touch> touches, Ready&) {
  running_ = task;
  while (told_ < chosen_.size() && chosen_[told_]) ++told_;
  const std::size_t step = told_++;
  if (step < kept_ || !sleeps()) return;
  advance_to(step + 1);
  const std::uint32_t number = pool_.task(Trial::current().task(task).stable);
  if (asleep(states_[step].asleep, pool_, number)) blocked_from_ = std::min(blocked_from_, step);
  for (std::size_t s = step + 1; s <= at_; ++s) wake(states_[s].asleep, pool_, Trial::current(), number, touches);
}

// Equal for executions of one class. The trial's own hash sees messages as observers do; without them, the order of
// sends counts as well.
std::uint64_t SequenceSearch::class_of(const History& history, std::uint64_t order_hash) const {
  if (scope_.observers == Observers::on) return order_hash;
  std::vector<std::uint64_t> sent(history.object_stable.size());
  for (const Event& event : history.events)
    for (const Touch& touch : history.touches_of(event))
      if (touch.access == Access::send)
        sent[index(touch.object)] =
            combine(sent[index(touch.object)], combine(history.tasks[index(event.task)].stable, event.sequence));
  for (std::size_t i = 0; i < sent.size(); ++i) order_hash += combine(history.object_stable[i], sent[i]);
  return order_hash;
}

}  // namespace heddle
