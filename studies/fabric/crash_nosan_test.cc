// A null pointer is followed, and the process that runs the trial dies of it. Not under sanitizers, which would have it
// otherwise.
#include "studies/fabric/study_test.h"

namespace fabric {
namespace {

TEST(CScaleCrash, IsFoundAndReplays) {
  expect_failure(explored("cscale.null_context", 20'000), heddle::FailureKind::crash, "segmentation fault (SIGSEGV)");
}

}  // namespace
}  // namespace fabric
