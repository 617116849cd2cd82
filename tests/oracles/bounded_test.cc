// Searches within a bound: how many executions each bound allows, from 0 up. The counts are Concuerror's for its bound
// of the same kind. They depend on the order in which a search goes on where nothing says who is next, which is the
// same here: everybody runs until it blocks, then the next in the order of spawning.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracles/run.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

struct Bounded {
  std::string oracle;
  int n;
  std::vector<std::uint64_t> executions;  // by bound
};

const std::vector<Bounded> kBounded = {
    {"writers in cells", 4, {1, 4, 9, 15, 20, 23, 24, 24}},  // permutations with at most that many inversions
    {"writers in cells", 6, {1, 6, 20, 49, 98, 169, 259, 360}},
    {"any", 4, {1, 4, 9, 15, 20, 23, 24, 24}},
    {"plain readers in cells", 6, {1, 7, 22, 42, 57, 63, 64, 64}},  // sets of at most that many readers who come late
    {"readers in cells", 4, {1, 2, 6, 12, 16, 16}},  // one is the price of going before the writer at all
    {"readers in cells", 6, {1, 2, 8, 23, 43, 58, 64, 64}},
    {"dining philosophers with lock servers", 3, {1, 4, 7, 7}},
    {"twice writers in a table", 10, {1, 19, 187}},
};

TEST(Bounded, CountWhatEachBoundAllows) {
  for (const Bounded& bounded : kBounded) {
    const auto oracle =
        std::find_if(oracles().begin(), oracles().end(), [&](const Oracle& one) { return one.name == bounded.oracle; });
    ASSERT_NE(oracle, oracles().end()) << bounded.oracle;
    for (std::uint64_t bound = 0; bound < bounded.executions.size(); ++bound) {
      SCOPED_TRACE(fmt::format("{}, size {}, bound {}", bounded.oracle, bounded.n, bound));
      const Searched found = search_all(oracle->program(bounded.n), oracle->settings, 1'000'000, {.bounds = {.tree = bound}});
      EXPECT_EQ(found.counts.executions, bounded.executions[bound]);
      EXPECT_EQ(found.counts.redundant, 0u);
      EXPECT_EQ(found.seen.size(), found.counts.executions);
    }
  }
}

}  // namespace
}  // namespace heddle::testing
