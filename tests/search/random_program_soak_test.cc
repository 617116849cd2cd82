// The searches against brute force, on a hundred thousand random programs: some 15 minutes on two cores, in parts that
// CTest runs side by side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "tests/support/families.h"

namespace heddle::testing {
namespace {

struct Share {
  const char* name;
  Family family;
  std::uint64_t first, programs, limit;
  std::uint64_t redundant = 0;  // executions that the sequence search is known not to avoid

  friend std::ostream& operator<<(std::ostream& out, const Share& share) { return out << share.name; }
};

class SearchSoak : public ::testing::TestWithParam<Share> {};

TEST_P(SearchSoak, FindsWhatBruteForceFinds) {
  const Share& share = GetParam();
  const Compared sum = compare(share.family, share.first, share.first + share.programs, share.limit);
  fmt::print("{} programs with {} classes, {} of them by graphs too\n", sum.programs, sum.classes, sum.by_graphs);
  EXPECT_GT(sum.programs, share.programs / 2);
  EXPECT_LE(sum.redundant, share.redundant);
  EXPECT_LE(sum.redundant_elsewhere, sum.programs / 100);
}

INSTANTIATE_TEST_SUITE_P(Programs, SearchSoak,
                         ::testing::Values(Share{"hub_1", Family::hub, 1'000, 2'000, 20'000},
                                           Share{"hub_2", Family::hub, 11'000, 2'000, 3'000},
                                           Share{"random_1", Family::everything, 1'000, 1'000, 20'000},
                                           Share{"random_2", Family::everything, 11'000, 1'000, 3'000},
                                           Share{"locks_1", Family::locks, 1'000, 1'000, 20'000},
                                           Share{"locks_2", Family::locks, 11'000, 1'000, 3'000}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::testing
