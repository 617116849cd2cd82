// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: locks.version
// EXPECT-FAILURE: locks.version.paper
// EXPECT-FAILURE: locks.untold
// EXPECT-FAILURE: locks.watcher
// EXPECT-FAILURE: locks.watcher.first_race
// EXPECT-FAILURE: locks.watcher.second_race
// EXPECT-FAILURE: locks.watcher.paper
#include "studies/locks/scenario.h"

namespace locks {
namespace {

[[maybe_unused]] const bool kAdded = [] {
  studies::add_tests(cases(), __FILE__, __LINE__);
  return true;
}();

}  // namespace
}  // namespace locks
