// The tests of Morpheus for mnesia: two nodes, one of which stops and starts again while the other changes the schema.
#pragma once

#include <vector>

#include "studies/mnesia/mnesia.h"
#include "studies/support/background.h"
#include "studies/support/case.h"

namespace mnesia {

struct Scenario {
  Bugs bugs = {};
  studies::Background background = {.services = 0};  // what else the nodes do
};

// A table has a copy on a. While b starts again, a client of a adds a copy on b, however often it takes. Both come to
// an end, and then both nodes have a copy.
void add_copy_while_starting(const Scenario& scenario);

// A table has copies on a and b. While b stops and starts again, a client of a deletes the copy of b, or is told that
// it was not done. If it was, then no node knows of a copy on b.
void delete_copy_while_stopping(const Scenario& scenario);

std::vector<studies::Case> cases();

}  // namespace mnesia
