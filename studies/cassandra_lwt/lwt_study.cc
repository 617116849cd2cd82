// The study's tests. README.md says what is expected of each, and how hard it is to find.
//
// EXPECT-FAILURE: cassandra_lwt.relabelled
#include "studies/cassandra_lwt/scenario.h"

namespace lwt {
namespace {

[[maybe_unused]] const bool kAdded = [] {
  studies::add_tests(cases(), __FILE__, __LINE__);
  return true;
}();

}  // namespace
}  // namespace lwt
