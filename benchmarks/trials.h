// Running single trials as the benchmarks need them: in this process, recording on, no limits in the way.
#pragma once

#include <functional>
#include <stdexcept>

#include "heddle/actor/system.h"
#include "heddle/engine/trial.h"

namespace heddle::bench {

class Bench {
 public:
  explicit Bench(const Settings& settings = unlimited()) : trial_(settings) {}

  Outcome run(const std::function<void()>& test, Strategy& strategy, std::uint64_t seed) {
    Outcome outcome = trial_.run(test, strategy, {seed, seed}, memory_.board(), &ActorSystem::run_body);
    if (outcome.failure) throw std::runtime_error("the benchmark's own test failed: " + outcome.failure->message);
    return outcome;
  }

 private:
  static Settings unlimited() {
    Settings settings;
    settings.max_steps = settings.fair_after = ~std::uint64_t{0} >> 1;
    return settings;
  }

  Trial trial_;
  BoardMemory memory_;
};

}  // namespace heddle::bench
