// The searches against brute force, on random programs.
#include <gtest/gtest.h>

#include "tests/support/families.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 3'000;

TEST(Search, FindsTheClassesOfRandomPrograms) {
  const Compared sum = compare(Family::everything, 0, 1'000, kLimit);
  EXPECT_GT(sum.programs, 650u);
  EXPECT_EQ(sum.redundant, 0u);
  EXPECT_LE(sum.redundant_elsewhere, 1u);  // known: program 32, with tasks picked at random
}

TEST(Search, FindsTheClassesOfHubPrograms) {
  const Compared sum = compare(Family::hub, 0, 1'000, kLimit);
  EXPECT_GT(sum.programs, 500u);
  EXPECT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
}

TEST(Search, FindsTheClassesOfProgramsWithLocks) {
  const Compared sum = compare(Family::locks, 0, 1'000, kLimit);
  EXPECT_GT(sum.programs, 500u);
  EXPECT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
}

}  // namespace
}  // namespace heddle::testing
