// The test of Morpheus for the mirrored supervisor: a member joins while another leaves.
#pragma once

#include <vector>

#include "studies/rabbitmq_ms/mirrored_supervisor.h"
#include "studies/support/background.h"
#include "studies/support/case.h"

namespace rabbitmq_ms {

struct Scenario {
  Bugs bugs = {};
  studies::Background background = {.services = 0};  // what else the machine does
};

// Of the members a and b, b stops while c starts; then c stops. Nobody crashes, and the child of a runs on.
void join_and_leave(const Scenario& scenario);

std::vector<studies::Case> cases();

}  // namespace rabbitmq_ms
