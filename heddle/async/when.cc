#include "heddle/async/when.h"

#include "heddle/actor/slot.h"
#include "heddle/actor/system.h"

namespace heddle::detail {

std::size_t wait_for_any(const std::vector<std::shared_ptr<Completion>>& completions, Location where) {
  Trial& trial = Trial::current();
  if (completions.empty()) trial.fail(FailureKind::misuse, "when_any() of nothing would wait for ever", where);
  const auto slot = std::make_shared<Slot>(trial);
  std::string what = "await of any of ";
  for (std::size_t i = 0; i < completions.size(); ++i) {
    if (completions[i]->done_or_tell(slot, static_cast<std::uint32_t>(i), where)) return i;
    what += (i > 0 ? ", " : "") + completions[i]->name();
  }
  if (!ActorSystem::of(trial).await(trial, *slot, what.c_str(), where)) throw TaskKilled{};
  return slot->value;
}

}  // namespace heddle::detail
