// How many executions will a search by graphs have? Asked of samples of it, before it starts.
//
// Chen: Heuristic sampling (SIAM J. Computing, 1992), which is Knuth's random probing in layers. An execution leads to
// others; all that are as far down, with graphs of the same length, are taken to lead to about the same number of
// executions: one of them, drawn at random, is run and stands for all. The average over many such probes is right
// whether they are alike or not; if they are, it is near the truth soon.
#pragma once

#include <cstdint>
#include <functional>

#include "heddle/engine/trial.h"

namespace heddle {

struct GraphEstimate {
  double executions = 0;  // average over the probes
  double error = 1;       // standard error of that, as a share of it; 1: one probe says nothing about it
  std::uint64_t probes = 0;
  std::uint64_t runs = 0;  // of the test
};

// Probes as long as `go_on` says so. No probes: graphs cannot express the test, or the time did not suffice for one, or
// the test failed on the way; the search will find that, too.
GraphEstimate estimate_executions(const std::function<void()>& test, const Settings& settings,
                                  void (*shell)(Trial&, UniqueFunction&), Board& board, std::uint64_t seed,
                                  const std::function<bool(const GraphEstimate&)>& go_on);

}  // namespace heddle
