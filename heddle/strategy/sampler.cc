#include "heddle/strategy/sampler.h"

namespace heddle {

std::uint32_t Sampler::choose(const Choice& choice) {
  if (choice.weights.empty()) return static_cast<std::uint32_t>(random_.below(choice.count));
  double sum = 0;
  for (double weight : choice.weights)
    if (weight > 0) sum += weight;
  double left = random_.uniform() * sum;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < choice.count; ++i) {
    if (!(choice.weights[i] > 0)) continue;
    last = i;
    left -= choice.weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace heddle
