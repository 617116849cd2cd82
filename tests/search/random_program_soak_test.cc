// The search against brute force, on more programs than random_program_test.cc, and on larger ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/hub_program.h"
#include "tests/support/random_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 20'000;

TEST(SearchSoak, FindsTheClassesOfRandomPrograms) {
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 1'000; seed < 6'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    programs += same_classes(program, seed % 4 == 0 ? any_time() : Settings{}, kLimit);
  }
  EXPECT_GT(programs, 3'500u);
}

// Known: program 7550 meets one class twice, after a time-out of which too little is known. No class may ever be lost.
TEST(SearchSoak, FindsTheClassesOfHubPrograms) {
  std::uint64_t programs = 0, redundant = 0;
  for (std::uint64_t seed = 1'000; seed < 11'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("hub {}", seed));
    programs += same_classes(hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}, kLimit, &redundant);
  }
  EXPECT_GT(programs, 7'000u);
  EXPECT_LE(redundant, 1u);
}

}  // namespace
}  // namespace heddle::testing
