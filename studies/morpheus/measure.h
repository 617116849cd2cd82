// How often a strategy hits a bug, how long that takes, and the means over bugs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "studies/support/case.h"
#include "studies/support/rate.h"

namespace morpheus {

// As in the paper, a figure is made of tasks that know nothing of one another: conflict analysis learns within one.
// Here a task is a worker, of which a run has two.
struct Effort {
  int runs = 1;
  std::uint64_t trials = 1'000;  // of a run
};

struct Measured {
  studies::Rate hits;
  heddle::ConflictStatistics conflicts;  // summed over runs
};

Measured measure(const studies::Case& one, const std::string& strategy, const Effort& effort,
                 const std::string& signature = heddle::Options().signature);

// Seconds of a trial on one core, by strategy: the best of several runs of so many trials. Strategies take turns, so
// that what else the machine does is hard on all of them alike.
std::vector<double> seconds_of_trial(const studies::Case& one, const std::vector<std::string>& strategies,
                                     std::uint64_t trials);

// The first execution of an exhaustive search (by "sequence", or by "graph") that fails, if that comes in this time;
// how many there were. Nothing if this search cannot express the test.
struct Searched {
  bool found = false;
  std::uint64_t executions = 0;
};
std::optional<Searched> search(const studies::Case& one, const std::string& how, std::chrono::milliseconds time);

// Geometric mean of hit ratios, where none counts as half a hit; all were hit or not.
struct Mean {
  double value = 0;
  bool all_hit = true;
};
Mean geometric_mean(std::span<const studies::Rate> rates);

}  // namespace morpheus
