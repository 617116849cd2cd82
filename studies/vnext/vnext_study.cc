// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: vnext.sync_after_expiry
// EXPECT-FAILURE: vnext.sync_after_expiry.by_heat
// EXPECT-FAILURE: vnext.sync_after_expiry.leases
// EXPECT-FAILURE: vnext.sync_after_expiry.leases.by_heat
// EXPECT-FAILURE: vnext.repairs_holders
// EXPECT-FAILURE: vnext.keeps_dead_sources
// EXPECT-FAILURE: vnext.never_repeats
// EXPECT-FAILURE: vnext.bans_the_expired
// EXPECT-FAILURE: vnext.silent_node
// EXPECT-FAILURE: vnext.bounded.sync_after_expiry
#include "studies/vnext/harness.h"

namespace vnext {
namespace {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace
}  // namespace vnext
