#include "heddle/trace/happens_before.h"

#include <limits>

#include "heddle/engine/trial.h"

namespace heddle {

void HappensBefore::analyse(const Trial& trial, Observers observers) {
  kinds_.resize(trial.object_count());
  for (std::size_t i = 0; i < kinds_.size(); ++i) kinds_[i] = trial.object(static_cast<ObjectId>(i)).kind;
  analyse(trial.history(), kinds_, observers);
}

void HappensBefore::analyse(const History& history, std::span<const ObjectKind* const> kinds, Observers observers) {
  is_long_ = history.events.size() > std::numeric_limits<std::int16_t>::max();
  if (is_long_)
    long_.analyse(history, kinds, observers);
  else
    short_.analyse(history, kinds, observers);
}

}  // namespace heddle
