// The search against brute force, on random programs.
#include "tests/support/random_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/hub_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

// Every primitive there is, in small programs.
TEST(Search, FindsTheClassesOfRandomPrograms) {
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < 1'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    programs += same_classes(program, seed % 4 == 0 ? any_time() : Settings{}, 3'000);
  }
  EXPECT_GT(programs, 650u);
}

// Messages aimed at one or two receivers, and memory, in larger ones.
TEST(Search, FindsTheClassesOfHubPrograms) {
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < 1'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("hub {}", seed));
    programs += same_classes(hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}, 3'000);
  }
  EXPECT_GT(programs, 500u);
}

}  // namespace
}  // namespace heddle::testing
