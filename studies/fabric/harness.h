// Tests of the model: clients, failures, and what is watched. See README.md.
#pragma once

#include <vector>

#include "studies/fabric/cscale.h"
#include "studies/fabric/mistakes.h"
#include "studies/support/case.h"

namespace fabric {

// Clients add to a counter while its replicas fail.
struct CounterScenario {
  int replicas = 3;
  int clients = 3;
  int calls = 2;  // of each
  int failures = 3;
  std::uint32_t events = 60;  // of the service, before which they come
  Mistakes mistakes = {};
};
void run(const CounterScenario& scenario);

// Items go from source to sink while replicas of all three stages fail.
struct ChainScenario {
  int replicas = 2;
  int items = 3;
  int failures = 3;
  std::uint32_t events = 60;
  cscale::Mistakes mistakes = {};
};
void run(const ChainScenario& scenario);

// Every bug by itself, and both systems without.
std::vector<studies::Case> cases();

}  // namespace fabric
