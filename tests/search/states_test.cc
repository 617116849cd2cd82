// The search by states against brute force, on random programs: it counts as many classes, or says that there may be fewer.
#include <gtest/gtest.h>

#include "tests/support/effort.h"
#include "tests/support/families.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 3'000;

void expect_counts(Family family, double exactly) {
  const Compared sum = compare(family, 0, many(500), kLimit, Engines::states);
  EXPECT_GT(static_cast<double>(sum.by_states), exactly * static_cast<double>(sum.programs)) << "of " << sum.programs;
}

TEST(States, AreCountedInRandomPrograms) { expect_counts(Family::everything, 0.3); }
TEST(States, AreCountedInHubPrograms) { expect_counts(Family::hub, 0.3); }
// Nearly all of these leave messages unread, which nobody told apart.
TEST(States, AreCountedInProgramsOfMessages) { expect_counts(Family::messages, 0.03); }
TEST(States, AreCountedInProgramsWithBatches) { expect_counts(Family::batches, 0.3); }
TEST(States, AreCountedInProgramsWithLocks) { expect_counts(Family::locks, 0.3); }

}  // namespace
}  // namespace heddle::testing
