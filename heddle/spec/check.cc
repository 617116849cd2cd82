#include "heddle/spec/check.h"

#include <cmath>

#include "heddle/engine/trial.h"

namespace heddle {
namespace detail {

void fail_check(std::string_view message, Location where) {
  Trial::current().fail(FailureKind::assertion, message, where);
}

void check_failed(std::string_view message, Location where) {
  if (!Trial::current().unwound()) fail_check(message, where);
}

bool wants_log() { return Trial::current().detailed(); }

void write_log(std::string_view text) {
  Trial& trial = Trial::current();
  trial.observer()->on_log(trial, trial.self(), text);
}

}  // namespace detail

std::uint32_t choose(std::uint32_t n, Location where) {
  return Trial::current().choose({DecisionType::value, n, {}, kNoTask, where});
}

std::uint32_t choose_weighted(std::span<const double> weights, Location where) {
  Trial& trial = Trial::current();
  double sum = 0;
  for (double weight : weights)
    if (weight > 0) sum += weight;
  if (!(sum > 0))
    trial.fail(FailureKind::misuse, "choose_weighted: at least one weight must be positive", where);
  if (!std::isfinite(sum))
    trial.fail(FailureKind::misuse, "choose_weighted: the weights must add up to a finite number", where);
  return trial.choose({DecisionType::value, static_cast<std::uint32_t>(weights.size()), weights, kNoTask, where});
}

}  // namespace heddle
