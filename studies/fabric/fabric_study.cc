// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: fabric.promote_while_becoming_primary
// EXPECT-FAILURE: fabric.elect_idle
// EXPECT-FAILURE: fabric.old_ack
// EXPECT-FAILURE: fabric.dead_quorum
// EXPECT-FAILURE: fabric.lsn_gap
// EXPECT-FAILURE: fabric.lost_catch_up
// EXPECT-FAILURE: fabric.double_primary
// EXPECT-FAILURE: fabric.bounded.promote_while_becoming_primary
// EXPECT-FAILURE: cscale.null_context
// EXPECT-FAILURE: cscale.stale_name
#include "studies/fabric/harness.h"

namespace {

[[maybe_unused]] const bool kAdded = [] {
  studies::add_tests(fabric::cases(), __FILE__, __LINE__);
  return true;
}();

}  // namespace
