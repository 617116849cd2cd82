// The fixed versions, for a hundred thousand trials, and under the other samplers.
#include "studies/fabric/study_test.h"

namespace fabric {
namespace {

class FabricSoak : public ::testing::TestWithParam<const char*> {};

TEST_P(FabricSoak, TheFixedVersionIsClean) {
  expect_clean(GetParam(), 100'000);
  for (const char* strategy : {"rw", "pos", "pos*", "pct:3", "rapos", "urw", "surw", "delay:3", "sticky:0.2"})
    expect_clean(GetParam(), 10'000, strategy);
}

INSTANTIATE_TEST_SUITE_P(Both, FabricSoak, ::testing::Values("fabric.fixed", "cscale.fixed"),
                         [](const auto& of) { return std::string(of.param).substr(0, 6); });

}  // namespace
}  // namespace fabric
