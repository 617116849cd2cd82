// A test that does not do the same when it is given the same answers: noticed, and where.
#include <fmt/format.h>

#include "heddle/search/sequence_search.h"
#include "heddle/trace/describe_operation.h"

namespace heddle {

// The prefix must be what it was.
bool SequenceSearch::verify_prefix() {
  for (std::size_t i = 0; i < kept_; ++i) {
    if (i < execution_.step_count() && execution_.known(i) == path_[i]) continue;
    depart(other_step(i, path_[i]));
    return false;
  }
  return true;
}

// What was planned must have come about.
bool SequenceSearch::verify_plan() {
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    if (planned_[i] == kNone) continue;
    const Known& planned = pool_[planned_[i]];
    const std::size_t step = kept_ + i;
    const Known* const done = step < execution_.step_count() ? &pool_[execution_.known(step)] : nullptr;
    if (done && done->task == planned.task && done->sequence == planned.sequence && done->kind == planned.kind &&
        done->answer == planned.answer)
      continue;
    mistake(other_step(step, planned_[i]));
    return false;
  }
  if (departed_) mistake("it did not come to a step that it should have come to");
  return !departed_;
}

// A plan foretells what nobody has seen yet. If it does not come true, the same once more tells whether the test is to blame,
// or the plan. Who plans nothing makes no mistakes of that kind: then all is searched again, with sleep sets alone.
void SequenceSearch::mistake(std::string_view how) {
  if (scope_.reduction != Reduction::optimal) return depart(how);
  departed_ = false;
  doubt_ = Doubt::repeats;
}

void SequenceSearch::repeat() {
  path_.resize(execution_.step_count());
  for (std::size_t i = 0; i < path_.size(); ++i) path_[i] = execution_.known(i);
  kept_ = path_.size();
  states_.resize(kept_ + 1);
}

void SequenceSearch::depart(std::string_view how) {
  departed_ = true;
  if (counts_.departed.empty()) counts_.departed = fmt::format("at execution {}, {}", counts_.executions + 1, how);
}

// What was to come, which is known from other executions: so it has no place in the code.
std::string SequenceSearch::text_of(KnownId step) {
  const Known& known = pool_[step];
  std::string task = "a task that is not there";
  for (std::size_t i = 0; i < trial_->task_count(); ++i)
    if (const auto id = static_cast<TaskId>(i); pool_.task(trial_->task(id).stable) == known.task)
      task = trial_->name_of(id);
  return fmt::format("\"{}\" of {}", known.kind->name, task);
}

std::string SequenceSearch::other_step(std::size_t step, KnownId expected) {
  const std::string wanted = text_of(expected);
  if (step >= execution_.step_count())
    return fmt::format("it ended before step {}, which was to be {}", step + 1, wanted);
  const OperationText came = describe_operation(*trial_, execution_.history().events[execution_.event_of(step)]);
  const std::string place = came.place();
  const std::string text =
      fmt::format("\"{}\" of {}{}{}", came.kind, came.task, place.empty() ? "" : " at ", place);
  const Known &one = pool_[expected], &other = pool_[execution_.known(step)];
  if (one.task == other.task && one.kind == other.kind && one.sequence == other.sequence)
    return fmt::format("step {}, {}, did not meet what it had met before", step + 1, text);
  return fmt::format("step {} was {}, and not {} as before", step + 1, text, wanted);
}

}  // namespace heddle
