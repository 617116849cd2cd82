// The study's test.
#pragma once

#include <vector>

#include "studies/cassandra_lwt/coordinator.h"
#include "studies/support/case.h"

namespace lwt {

// Compare-and-set, as a client asks for it.
struct Change {
  Value expected;
  Value desired;
};

// Fails unless the values that were committed, in the order of their ballots, are changes one after another: each was
// made to what it expected.
void check_chain(const Commits& commits, const std::vector<Change>& changes);

// Three clients change one row at the same time. Two expect what is there at first, so that only one of them can have
// its way; the third expects what the second wants to write.
void run(Label label);

std::vector<studies::Case> cases();

}  // namespace lwt
