#include "heddle/search/free.h"

#include "heddle/base/hash.h"

namespace heddle {

const Pending* pick_freely(const Free& free, Ready& ready, std::uint64_t moment) {
  if (free.order == Free::Order::in_turn) return nullptr;
  if (free.order == Free::Order::random) return &ready[combine(free.seed, moment) % ready.size()];
  const Pending* picked = &ready[0];
  for (std::size_t i = 1; i < ready.size(); ++i)
    if ((ready[i].task < picked->task) == (free.order == Free::Order::oldest)) picked = &ready[i];
  return picked;
}

}  // namespace heddle
