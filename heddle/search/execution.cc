#include "heddle/search/execution.h"

namespace heddle {

void Execution::read(const Trial& trial, std::span<const KnownId> expected) {
  history_ = &trial.history();
  const History& h = *history_;
  kinds_.resize(trial.object_count());
  for (std::size_t i = 0; i < kinds_.size(); ++i) kinds_[i] = trial.object(static_cast<ObjectId>(i)).kind;
  happens_before_.analyse(h, kinds_, observers_);

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

  pasts_.assign(h.tasks.size(), 0);
  shown_.assign(object_of_.size(), {});
  events_.clear();
  steps_.clear();
  known_.clear();
  step_of_.assign(h.events.size(), kNone);
  std::size_t choice = 0;
  for (std::uint32_t j = 0; j < h.events.size(); ++j) {
    const Event& event = h.events[j];
    events_of_[task(event.task)].push_back(j);
    std::uint64_t& past = pasts_[index(event.task)];
    if (event.sequence == 1) past = past_at_birth(event.task);
    events_.push_back({j, task(event.task), event.sequence, past});
    for (const Touch& touch : h.touches_of(event))
      if (touch.access == Access::take) events_.back().took = touch.detail;
    const bool chosen = choice < h.choices.size() && h.choices[choice].event == j;
    const std::uint64_t before = past;
    const std::uint64_t visits = event.kind->varies ? visits_before(event) : 0;
    const std::uint64_t seen = see(event, past);
    past = combine(past, seen);
    if (chosen) past = combine(past, h.choices[choice].answer);
    if (!event.scheduled && !chosen) continue;
    Known step{.task = task(event.task), .sequence = event.sequence, .kind = event.kind, .past = before};
    if (chosen) step.answer = h.choices[choice++].answer;
    if (event.kind->varies) step.saw = combine(seen, visits);
    scratch_.clear();
    for (const Touch& touch : h.touches_of(event))
      scratch_.push_back({object(touch.object), touch.access, value_of_touch(touch)});
    step_of_[j] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(j);
    const std::size_t n = known_.size();
    known_.push_back(n < expected.size() && pool_.is(expected[n], step, scratch_) ? expected[n]
                                                                                  : pool_.add(step, scratch_));
    events_.back().known = known_.back();
    events_.back().kind = step.kind;
    events_.back().answer = step.answer;
  }
}

std::uint64_t Execution::past_at_birth(TaskId task) const {
  const std::uint32_t parent = history_->tasks[index(task)].spawned_by;
  return parent == kNone ? 0 : combine(events_[parent].past, history_->events[parent].sequence);
}

const Touch* Execution::given_up(const LostRecord& lost) const {
  if (lost.operation.access != Access::expire) return nullptr;
  for (const Touch& touch : history_->touches_of(history_->events[lost.event]))
    if (touch.access == Access::expire && touch.object == lost.operation.object) return &touch;
  return nullptr;
}

std::uint32_t Execution::receive_of(std::uint32_t event) const {
  const Event& e = history_->events[event];
  for (const Touch& touch : history_->touches_of(e)) {
    if (touch.access == Access::take) return history_->messages[touch.detail].taken_by;
    if (touch.access == Access::expire && history_->receives[touch.detail].expiry == e.kind) return touch.detail;
  }
  return kNone;
}

const LostRecord* Execution::lost_at(std::uint32_t of, std::uint32_t sequence) const {
  for (const LostRecord& lost : history_->lost)
    if (lost.sequence == sequence && task(lost.task) == of) return &lost;
  return nullptr;
}

std::uint64_t Execution::past_after(TaskId id, std::uint32_t sequence) const {
  const std::uint32_t next = event_at(task(id), sequence + 1);
  if (next != kNone) return events_[next].past;
  return sequence == 0 ? past_at_birth(id) : pasts_[index(id)];
}

// What the event finds at its objects, as Trial::touch has it, but with the pasts of those who left it there.
std::uint64_t Execution::see(const Event& event, std::uint64_t past) {
  const std::uint64_t self = combine(combine(task(event.task), event.sequence), past);
  std::uint64_t seen = 0;
  for (const Touch& touch : history_->touches_of(event)) {
    Shown& shown = shown_[index(touch.object)];
    switch (touch.access) {
      case Access::take: {
        const std::uint32_t sender = history_->messages[touch.detail].event;
        seen = combine(seen, combine(events_[sender].past,
                                     (std::uint64_t{events_[sender].task} << 32) | events_[sender].sequence));
        break;
      }
      case Access::send:
      case Access::expire:
        break;
      case Access::add:
        shown.added += self;
        break;
      case Access::read:
      case Access::visit:
      case Access::look:
        seen = combine(seen, shown.version + shown.added);
        shown.visits += self;
        break;
      default:
        seen = combine(seen, shown.version + shown.added);
        shown = {self, 0, 0};
    }
  }
  return seen;
}

// Whoever looked at its objects since they were last changed, in no order.
std::uint64_t Execution::visits_before(const Event& event) const {
  std::uint64_t visits = 0;
  for (const Touch& touch : history_->touches_of(event)) visits = combine(visits, shown_[index(touch.object)].visits);
  return visits;
}

}  // namespace heddle
