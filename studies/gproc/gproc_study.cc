// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: gproc.reverts_others
#include "studies/gproc/scenario.h"

namespace gproc {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace gproc
