// Brings the server that had crashed back into the chain.
#pragma once

#include "studies/corfu/client.h"

namespace corfu {

void repair(const Cluster& cluster);

}  // namespace corfu
