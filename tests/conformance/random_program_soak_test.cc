// The properties of random_program_test.cc on more programs, and on larger ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/enumerate.h"
#include "tests/support/random_program.h"

namespace heddle::testing {
namespace {

TEST(RandomProgramsSoak, RelationAndHashAgree) {
  constexpr std::uint64_t kLimit = 10'000;
  std::size_t complete = 0;
  for (std::uint64_t seed = 1'000; seed < 3'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const RandomShape shape{.tasks = 2 + static_cast<std::uint32_t>(seed % 5 == 0),
                            .operations = 2 + static_cast<std::uint32_t>(seed % 3),
                            .choices = seed % 7 == 0};
    Settings settings = seed % 4 == 0 ? any_time() : Settings{};
    settings.run_on = true;  // some programs end the test's own function: a failure, but there is more to see
    complete += enumerate_some(random_program(seed, shape), settings, kLimit).executions < kLimit;
  }
  EXPECT_GT(complete, 500u);  // the rest was explored in part
}

}  // namespace
}  // namespace heddle::testing
