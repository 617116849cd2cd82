// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: gproc.late_reports
// EXPECT-FAILURE: gproc.late_reports.paper
// EXPECT-FAILURE: gproc.any_halt
// EXPECT-FAILURE: gproc.any_halt.paper
// EXPECT-FAILURE: gproc.reverts_others
// EXPECT-FAILURE: gproc.reverts_others.paper
// EXPECT-FAILURE: gproc.lost_requests
// EXPECT-FAILURE: gproc.lost_requests.paper
#include "studies/gproc/scenario.h"

namespace gproc {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace gproc
