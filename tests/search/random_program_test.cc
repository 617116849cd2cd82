// The search against brute force, on random programs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/random_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

// No class is lost, and none is met twice.
TEST(Search, FindsTheClassesOfRandomPrograms) {
  constexpr std::uint64_t kLimit = 3'000;
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < 1'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    Settings settings = seed % 4 == 0 ? any_time() : Settings{};
    settings.run_on = true;
    const Program program = random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    const Exploration all = enumerate_some(program, settings, kLimit);
    if (all.executions >= kLimit) continue;
    const Searched searched = search_all(program, settings);
    for (const auto& [order, texts] : all.by_order) EXPECT_TRUE(searched.seen.contains(order)) << *texts.begin();
    EXPECT_EQ(searched.seen.size(), all.classes());
    EXPECT_EQ(searched.counts.redundant, 0u);
    EXPECT_EQ(searched.counts.executions, all.classes());
    ++programs;
  }
  EXPECT_GT(programs, 650u);  // the others have more executions than brute force may take
}

}  // namespace
}  // namespace heddle::testing
