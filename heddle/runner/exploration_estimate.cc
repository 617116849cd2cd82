// Foretelling how much a search has before it, while it is under way and somebody watches.
#include <algorithm>

#include "heddle/runner/exploration.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr double kShare = 0.025;                // of all workers' time
constexpr Clock::duration kLongest = 1s;        // time for probes, at once
constexpr Clock::duration kLongestOfAll = 10s;  // as long as no probe has come to its end
constexpr double kGrowth = 1.25;                // of that time, from one time to the next
constexpr double kGrowthOfAll = 4;
constexpr auto kGraceForProbes = 1s;

}  // namespace

bool Exploration::estimate_due() const {
  return estimator_ && !estimator_->busy() && !stopping_ && !ending_ && Clock::now() >= next_estimate_;
}

// What is left is known: everybody has told, and stands still.
void Exploration::start_estimate() {
  estimate_began_ = Clock::now();
  stood_still_ = estimate_began_ - gathering_since_;
  estimator_->start(saved_.pieces, saved_.executions, estimate_time_);
  if (!estimator_->busy()) next_estimate_ = estimate_began_ + kLongest;
}

// A worker that is alone stands still meanwhile: who asks for one may have a test that must not run twice at a time.
bool Exploration::alone() const { return options_.workers == 1; }

void Exploration::watch_estimate() {
  if (!estimator_ || !estimator_->busy()) return;
  if (stopping_ || Clock::now() - estimate_began_ > estimate_time_ + kGraceForProbes) estimator_->end();
  if (!estimator_->busy()) end_estimate();
}

void Exploration::listen_to_estimate() {
  estimator_->listen();
  if (!estimator_->busy()) end_estimate();
}

// The next one when this will have been a small share of all that was done; nor should standing still be more.
void Exploration::end_estimate() {
  const auto now = Clock::now();
  const auto cost = stood_still_ + (now - estimate_began_) / options_.workers;
  next_estimate_ = now + std::chrono::duration_cast<Clock::duration>(cost / kShare);
  const bool too_short = estimator_->forecast().empty();
  const double growth = too_short ? kGrowthOfAll : kGrowth;
  const auto longer = std::chrono::duration_cast<Clock::duration>(estimate_time_ * growth);
  estimate_time_ = std::min<Clock::duration>(longer, too_short ? kLongestOfAll : kLongest);
  if (alone() && !gathering_) pool_->let_go_on();
}

Expected Exploration::expected() const {
  Expected found;
  if (estimator_) found = estimator_->forecast().expected(static_cast<double>(executions()));
  return found.known() ? found : Expected{base_.expected, 0, 0};
}

}  // namespace heddle
