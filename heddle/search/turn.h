// The order in which a search lets tasks go when nothing else decides: the task that ran last goes on; if it cannot,
// the next in the order of creation.
#pragma once

#include <vector>

#include "heddle/engine/ready.h"

namespace heddle {

// All ready operations, the one whose turn it is first.
void in_turn(const Ready& ready, TaskId last, std::vector<const Pending*>& order);

}  // namespace heddle
