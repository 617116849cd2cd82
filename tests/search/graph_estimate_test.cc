#include "heddle/search/graph_estimate.h"

#include <gtest/gtest.h>

#include "heddle/actor/system.h"
#include "tests/support/hub_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

GraphEstimate estimate(const Program& program, std::uint64_t seed, std::uint64_t probes) {
  Settings settings;
  settings.run_on = true;
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  return estimate_executions(program, settings, &ActorSystem::run_body, board.board(), seed,
                             [&](const GraphEstimate& so_far) { return so_far.probes < probes; });
}

// The average of a probe is the number of executions. Over 200 probes it is off by more than five standard errors in
// less than one of a million cases, if the errors are about normal, which the few executions of these programs allow.
TEST(GraphEstimate, IsRightOnAverage) {
  std::uint64_t programs = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = hub_program(seed);
    const GraphSearched all = graph_search_all(program, {}, 5'000);
    if (all.failures > 0 || all.counts.executions > 500) continue;
    const GraphEstimate found = estimate(program, seed, 200);
    ASSERT_EQ(found.probes, 200u) << seed;
    const auto truth = static_cast<double>(all.counts.executions);
    EXPECT_NEAR(found.executions, truth, 5 * found.error * found.executions + 1e-9 * truth) << seed;
    ++programs;
  }
  EXPECT_GT(programs, 100u);
}

TEST(GraphEstimate, EndsWhenItIsToldTo) {
  const GraphEstimate found = estimate(hub_program(1), 1, 0);
  EXPECT_EQ(found.probes, 0u);
  EXPECT_LE(found.runs, 1u);
}

}  // namespace
}  // namespace heddle::testing
