#include "heddle/strategy/streak.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Streak, IsTooLongAfterAThousandPicksInARow) {
  Streak streak;
  for (std::uint32_t i = 0; i < Streak::kSpin; ++i) EXPECT_FALSE(streak.too_long(TaskId{3}));
  EXPECT_TRUE(streak.too_long(TaskId{3}));
}

TEST(Streak, StartsAnewWithAnotherTask) {
  Streak streak;
  for (std::uint32_t i = 0; i < 10 * Streak::kSpin; ++i)
    EXPECT_FALSE(streak.too_long(i % Streak::kSpin == 0 ? TaskId{1} : TaskId{2}));
}

}  // namespace
}  // namespace heddle
