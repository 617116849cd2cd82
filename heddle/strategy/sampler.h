// What all samplers share: a name, a seeded stream of random numbers, and values drawn from it.
#pragma once

#include <string>

#include "heddle/base/random.h"
#include "heddle/engine/strategy.h"

namespace heddle {

class Sampler : public Strategy {
 public:
  // As on the command line: "pos", "pct:5".
  virtual std::string name() const = 0;

  // Samplers that override this must call it first.
  void begin(const TrialStart& start) override { random_ = Random(start.seed); }

  std::uint32_t choose(const Choice& choice) override;

 protected:
  Random random_;
};

}  // namespace heddle
