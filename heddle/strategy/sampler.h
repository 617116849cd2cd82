// What all samplers share: a seeded stream of random numbers, and values drawn from it.
#pragma once

#include "heddle/base/random.h"
#include "heddle/engine/strategy.h"

namespace heddle {

class Sampler : public Strategy {
 public:
  // Samplers that override this must call it first.
  void begin(const TrialStart& start) override { random_ = Random(start.seed); }

  std::uint32_t choose(const Choice& choice) override;

 protected:
  Random random_;
};

}  // namespace heddle
