#include "heddle/strategy/urw.h"

#include <algorithm>

namespace heddle {

void Urw::begin(const TrialStart& start) {
  Sampler::begin(start);
  counts_.begin();
}

const Pending& Urw::pick(Ready& ready) {
  while (ready.fresh_count() > 0) {
    const Pending& pending = ready.fresh(ready.fresh_count() - 1);
    ready.set_priority(pending, 1);
    counts_.arrive(pending);
  }
  const auto weight = [&](std::size_t i) { return std::max<std::uint64_t>(1, counts_.left(ready[i].task)); };
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < ready.size(); ++i) sum += weight(i);
  std::uint64_t drawn = random_.below(sum);
  std::size_t at = 0;
  for (; drawn >= weight(at); ++at) drawn -= weight(at);
  return ready[at];
}

void Urw::executed(const Operation&, TaskId task, std::span<const Touch>, Ready&) { counts_.executed(task); }

bool Urw::end(const TrialEnd& end) {
  if (!lessons_.taken(end)) return true;
  std::vector<TaskCount> counts(end.history->tasks.size());
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i].task = static_cast<TaskId>(i);
  for (const Event& event : end.history->events)
    if (event.scheduled) ++counts[index(event.task)].events;
  counts_.learn(*end.history, counts);
  return true;
}

}  // namespace heddle
