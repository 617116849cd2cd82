// The tests of Morpheus for ra: elections, clients and changes of the cluster, all at once. No server may crash; and in
// the end all is in order.
#pragma once

#include <vector>

#include "studies/ra/cluster.h"
#include "studies/support/background.h"
#include "studies/support/case.h"

namespace ra {

struct Scenario {
  Bugs bugs = {};
  studies::Background background = {.services = 0};  // what else the machine does
};

// Four elections, while three servers are removed and added again, and a client enqueues a message, which is there
// then.
void three_leave(const Scenario& scenario);

// Three elections, while one server is removed and added again, and five clients enqueue messages anywhere. In the end
// all members have the same state.
void five_clients(const Scenario& scenario);

// Two elections, while two clients enqueue at the same server, remove it, and add it again. In the end all members have
// the same state, and it has all that was acknowledged.
void two_remove_one(const Scenario& scenario);

std::vector<studies::Case> cases();

}  // namespace ra
