#include "heddle/search/sleep.h"

#include <algorithm>

#include "heddle/engine/dependence.h"
#include "heddle/search/mail_races.h"

namespace heddle {
namespace {

bool may_depend(KnownPool& pool, KnownId step, std::uint32_t task, std::span<const KnownTouch> touches,
                MailRaces* races) {
  const std::span<const KnownTouch> others = pool.touches(step);
  for (const KnownTouch& other : others)
    if (other.access == Access::strike && pool.life_of(other.object) == task) return true;
  for (const KnownTouch& touch : touches) {
    if (touch.access == Access::take) continue;
    if (touch.access == Access::strike && pool.life_of(touch.object) == pool[step].task) return true;
    for (const KnownTouch& other : others) {
      if (touch.object != other.object || !may_conflict(touch.access, other.access)) continue;
      const bool equal = touch.access == Access::write && other.access == Access::write && touch.value != 0 &&
                         touch.value == other.value;
      if (equal) continue;
      if (races && touch.access == Access::send && other.access == Access::send) {
        if (!races->race(touch.object, task, pool[step].task)) continue;
        races->both_orders(touch.object);
      }
      if (races && (touch.access == Access::expire || other.access == Access::expire)) races->roughly();
      return true;
    }
  }
  return false;
}

}  // namespace

bool asleep(const SleepSet& steps, const KnownPool& pool, std::uint32_t task) {
  return std::any_of(steps.begin(), steps.end(), [&](KnownId step) { return pool[step].task == task; });
}

void wake(SleepSet& steps, KnownPool& pool, const Trial& trial, std::uint32_t task, std::span<const Touch> touches,
          MailRaces* races) {
  if (steps.empty()) return;
  std::vector<KnownTouch> known;
  for (const Touch& touch : touches)
    known.push_back({pool.object(trial.object(touch.object).stable), touch.access, value_of_touch(touch)});
  std::erase_if(steps, [&](KnownId step) {
    if (pool[step].task == task) return true;
    const bool depends = may_depend(pool, step, task, known, races);
    if (depends && races && std::ranges::any_of(touches, [&](const Touch& touch) {
          return !trial.object(touch.object).kind->goes_by_access();
        }))
      races->roughly();
    return depends;
  });
}

}  // namespace heddle
