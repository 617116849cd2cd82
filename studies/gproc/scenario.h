// The tests of Morpheus for gproc: three nodes, and what a user may expect of them.
#pragma once

#include <string>
#include <vector>

#include "studies/gproc/gproc.h"
#include "studies/support/background.h"
#include "studies/support/case.h"

namespace gproc {

struct Scenario {
  Bugs bugs = {};
  studies::Background background = {.services = 0};  // what else the nodes do
};

// Starts all nodes at once; a process registers itself, is found everywhere, unregisters, and is not found any more.
void register_self(const Scenario& scenario);

// Starts all nodes at once; a process of the first registers one of the second, changes its value, unregisters it.
void register_other(const Scenario& scenario);

// A process of each node has a name. The leader stops, and a client of another node waits until all is in order again:
// the leader's process has lost its name, the others have theirs.
void stop_leader(const Scenario& scenario);

std::vector<studies::Case> cases();

}  // namespace gproc
