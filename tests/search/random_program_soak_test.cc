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

  friend std::ostream& operator<<(std::ostream& out, const Share& share) { return out << share.name; }
};

class SearchSoak : public ::testing::TestWithParam<Share> {};

TEST_P(SearchSoak, FindsWhatBruteForceFinds) {
  const Share& share = GetParam();
  const Compared sum = compare(share.family, share.first, share.first + share.programs, share.limit);
  fmt::print("{} programs with {} classes, {} of them by graphs too\n", sum.programs, sum.classes, sum.by_graphs);
  EXPECT_GT(sum.programs, share.programs / 2);
  EXPECT_EQ(sum.redundant + sum.redundant_elsewhere, 0u);
}

// Brute force reaches two thirds of the small ones, and most of the large ones.
constexpr Share kShares[] = {
    {"hub_1", Family::hub, 20'000, 15'000, 3'000},           {"hub_2", Family::hub, 35'000, 15'000, 3'000},
    {"hub_3", Family::hub, 50'000, 15'000, 3'000},           {"hub_4", Family::hub, 65'000, 15'000, 3'000},
    {"hub_large_1", Family::hub, 1'000, 5'000, 20'000},      {"hub_large_2", Family::hub, 6'000, 5'000, 20'000},
    {"random_1", Family::everything, 10'000, 15'000, 3'000}, {"random_2", Family::everything, 25'000, 15'000, 3'000},
    {"random_3", Family::everything, 40'000, 15'000, 3'000}, {"random_large", Family::everything, 1'000, 5'000, 20'000},
    {"locks_1", Family::locks, 1'000, 15'000, 3'000},        {"locks_2", Family::locks, 16'000, 15'000, 3'000},
    {"messages", Family::messages, 1'000, 30'000, 3'000},    {"batches", Family::batches, 1'000, 30'000, 3'000},
    {"swaps", Family::swaps, 1'000, 30'000, 3'000},
};

INSTANTIATE_TEST_SUITE_P(Programs, SearchSoak, ::testing::ValuesIn(kShares),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::testing
