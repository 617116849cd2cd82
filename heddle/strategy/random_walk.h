// Random walk: every ready operation alike, at every step. Fair. Schedules where one task must wait for many steps of
// another are exponentially rare: 2^-m for m steps against one other task.
#pragma once

#include "heddle/strategy/sampler.h"

namespace heddle {

class RandomWalk final : public Sampler {
 public:
  std::string name() const override { return "rw"; }
  bool fair() const override { return true; }
  const Pending& pick(Ready& ready) override { return ready[random_.below(ready.size())]; }
};

}  // namespace heddle
