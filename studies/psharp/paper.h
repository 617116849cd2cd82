// What P# found in these systems, and how long it took: P. Deligiannis and others: Uncovering Bugs in Distributed
// Storage Systems during Testing (Not in Production!), FAST 2016, table 2. One run each of 100,000 executions at most,
// on a laptop of 2.5 GHz.
#pragma once

#include <optional>
#include <string_view>

namespace psharp {

struct Hunt {
  double seconds = 0;  // to the bug; 0: not found
  int choices = 0;     // nondeterministic ones in the first execution with the bug
};

struct Published {
  std::string_view bug;      // as the paper calls it
  std::string_view of;       // the case here
  Hunt random, priority;     // the schedulers
  bool custom_test = false;  // found only by a test that was written for this bug
};

std::optional<Published> published(std::string_view name);

}  // namespace psharp
