// Sleep sets: steps that were tried before at some state of the path, and that nothing since depends on. Whatever would
// start with one of them was explored there (Godefroid: Partial-order methods, 1996).
#pragma once

#include <span>
#include <vector>

#include "heddle/engine/trial.h"
#include "heddle/search/known.h"

namespace heddle {

class MailRaces;

using SleepSet = std::vector<KnownId>;

// Is a step of this task asleep?
bool asleep(const SleepSet& steps, const KnownPool& pool, std::uint32_t task);

// An operation of this task, a number of the pool, was executed: wakes the steps that may depend on it. All that is
// known in the middle of an execution is what each touched, so of two sends to one mailbox either wakes the other, unless
// somebody knows better.
void wake(SleepSet& steps, KnownPool& pool, const Trial& trial, std::uint32_t task, std::span<const Touch> touches,
          MailRaces* races = nullptr);

}  // namespace heddle
