#include "heddle/search/execution.h"

namespace heddle {

void Execution::read(const Trial& trial) {
  history_ = &trial.history();
  const History& h = *history_;
  kinds_.resize(trial.object_count());
  for (std::size_t i = 0; i < kinds_.size(); ++i) kinds_[i] = trial.object(static_cast<ObjectId>(i)).kind;
  happens_before_.analyse(h, kinds_);

  object_of_.resize(h.object_stable.size());
  local_.assign(local_.size(), kNoObject);
  for (std::size_t i = 0; i < object_of_.size(); ++i) {
    object_of_[i] = pool_.object(h.object_stable[i]);
    if (object_of_[i] >= local_.size()) local_.resize(object_of_[i] + 1, kNoObject);
    local_[object_of_[i]] = static_cast<ObjectId>(i);
  }
  task_of_.resize(h.tasks.size());
  for (auto& events : events_of_) events.clear();
  for (std::size_t i = 0; i < task_of_.size(); ++i) {
    task_of_[i] = pool_.task(h.tasks[i].stable);
    pool_.set_life(object(h.tasks[i].life), task_of_[i]);
    if (task_of_[i] >= events_of_.size()) events_of_.resize(task_of_[i] + 1);
  }

  events_.clear();
  steps_.clear();
  known_.clear();
  step_of_.assign(h.events.size(), kNone);
  std::size_t choice = 0;
  for (std::uint32_t j = 0; j < h.events.size(); ++j) {
    const Event& event = h.events[j];
    events_of_[task(event.task)].push_back(j);
    events_.push_back({j, task(event.task), event.sequence});
    for (const Touch& touch : h.touches_of(event))
      if (touch.access == Access::take) events_.back().took = touch.detail;
    const bool chosen = choice < h.choices.size() && h.choices[choice].event == j;
    if (!event.scheduled && !chosen) continue;
    Known step{.task = task(event.task), .sequence = event.sequence, .kind = event.kind};
    if (chosen) step.answer = h.choices[choice++].answer;
    scratch_.clear();
    for (const Touch& touch : h.touches_of(event)) scratch_.push_back({object(touch.object), touch.access});
    step_of_[j] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(j);
    known_.push_back(pool_.add(step, scratch_));
    events_.back().known = known_.back();
  }
}

}  // namespace heddle
