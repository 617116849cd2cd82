// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: mnesia.serves_unmerged
// EXPECT-FAILURE: mnesia.serves_unmerged.paper
// EXPECT-FAILURE: mnesia.down_is_ack
// EXPECT-FAILURE: mnesia.down_is_ack.paper
#include "studies/mnesia/scenario.h"

namespace mnesia {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace mnesia
