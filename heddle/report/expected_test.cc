#include "heddle/report/expected.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Expected, IsOneNumberIfItIsNearlyKnown) {
  EXPECT_EQ(to_text({1, 1, 1}), "about 1 execution");
  EXPECT_EQ(to_text({131'072, 131'071, 131'073}), "about 130,000 executions");
  EXPECT_EQ(to_text({1'359'224, 0, 0}), "about 1.4 million executions");
  EXPECT_EQ(to_text({998'000, 0, 0}), "about 1 million executions");
  EXPECT_EQ(to_text({1'359'224, 1'100'000, 1'600'000}), "about 1.4 million executions (+-19 %)");
  EXPECT_EQ(to_text({28e9, 20e9, 40e9}), "about 28 billion executions (+-43 %)");
  EXPECT_EQ(to_text({7e15, 0, 0}), "about 7,000 trillion executions");
}

TEST(Expected, IsARangeIfItIsNot) {
  EXPECT_EQ(to_text({28e9, 0.8e9, 40e9}), "0.8 to 40 billion executions");
  EXPECT_EQ(to_text({28e9, 40e6, 40e9}), "40 million to 40 billion executions");
  EXPECT_EQ(to_text({900'000, 400'000, 2'100'000}), "0.4 to 2.1 million executions");
  EXPECT_EQ(to_text({5'000, 2'100, 12'345}), "2,100 to 12,000 executions");
  EXPECT_EQ(to_text({100'000, 2'100, 5'000'000}), "2,100 to 5 million executions");
}

TEST(Expected, TellsTheTimeThatIsLeft) {
  EXPECT_EQ(time_left_text({1'000, 900, 1'100}, 400, 20), "0:30 left");
  EXPECT_EQ(time_left_text({1'000, 0, 0}, 400, 20), "0:30 left");
  EXPECT_EQ(time_left_text({1'000, 900, 1'100}, 400, 0), "") << "nobody knows how fast it is";
  EXPECT_EQ(time_left_text({1e15, 0, 0}, 400, 20), "") << "more than a year";
  EXPECT_EQ(time_left_text({1'000, 600, 4'000}, 400, 20), "10 s to 3 min left");
  EXPECT_EQ(time_left_text({1e6, 1e5, 8e6}, 0, 100), "17 min to 22 h left");
  EXPECT_EQ(time_left_text({15e9, 4e9, 2e11}, 0, 35'000), "1.3 to 66 days left");
  EXPECT_EQ(time_left_text({15e9, 4e9, 2e15}, 0, 35'000), "32 h to 100 years or more left");
  EXPECT_EQ(time_left_text({15e15, 4e15, 2e17}, 0, 35'000), "");
}

}  // namespace
}  // namespace heddle
