// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: ra.forgets_caller
// EXPECT-FAILURE: ra.forgets_caller.paper
// EXPECT-FAILURE: ra.trusts_leavers
// EXPECT-FAILURE: ra.trusts_leavers.paper
// EXPECT-FAILURE: ra.forgets_cluster
// EXPECT-FAILURE: ra.forgets_cluster.paper
#include "studies/ra/scenario.h"

namespace ra {
namespace {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace
}  // namespace ra
