// The examples that are right, run as a user would run them, for a million trials each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_program.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

void passes_a_million_trials(const std::string& example, const std::string& test) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program(std::string(HEDDLE_TEST_BIN_DIR) + "/" + example,
                  {"--filter=^" + test + "$", "--trials=1e6", "--seed=3"},
                  {.folder = folder.path(), .time_limit = std::chrono::minutes(10)});
  EXPECT_EQ(result.exit_code, 0) << result.all();
  EXPECT_THAT(result.out, HasSubstr("passed " + test + ": no failure in 1,000,000 trials"));
  EXPECT_FALSE(result.left_processes);
}

TEST(Examples, CounterThatWaits) {
  passes_a_million_trials("counter", "Counter.CountsEverythingThatWasSent");
}
TEST(Examples, LeaseWithFencing) {
  passes_a_million_trials("lease", "Lease.OneHolderAtATimeWithFencing");
}
TEST(Examples, PingPong) { passes_a_million_trials("ping_pong", "PingPong.EveryPingIsAnswered"); }

}  // namespace
}  // namespace heddle
