// The study's tests. README.md says what is expected of each.
//
// EXPECT-FAILURE: rabbitmq_ms.trusts_members
// EXPECT-FAILURE: rabbitmq_ms.trusts_members.paper
#include "studies/rabbitmq_ms/scenario.h"

namespace rabbitmq_ms {

[[maybe_unused]] const bool kAdded = (studies::add_tests(cases(), __FILE__, __LINE__), true);

}  // namespace rabbitmq_ms
