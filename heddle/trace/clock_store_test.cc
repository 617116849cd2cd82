#include "heddle/trace/clock_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/random.h"

namespace heddle::detail {
namespace {

template <class Position>
struct ClockStoreTest : ::testing::Test {
  using Clock = typename ClockStore<Position>::Clock;
  using Plain = std::vector<Position>;

  // Clocks beside plain lists of what they should be.
  std::vector<std::pair<Clock, Plain>> clocks;
  ClockStore<Position> store;

  void verify() {
    for (const auto& [clock, plain] : clocks)
      for (std::uint32_t i = 0; i < plain.size() + 100; ++i)
        ASSERT_EQ(store.at(clock, i), i < plain.size() ? plain[i] : 0) << i;
  }
};

using Positions = ::testing::Types<std::uint16_t, std::uint32_t>;
TYPED_TEST_SUITE(ClockStoreTest, Positions);

// As an analysis uses it: a clock is copied, then others are joined to it; none of those before it changes by that.
TYPED_TEST(ClockStoreTest, ClocksAreAsPlainLists) {
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    this->store.clear();
    this->clocks.assign(1, {});
    std::size_t components = 1;
    for (int step = 0; step < 60; ++step) {
      components += random.below(10);
      const auto [from, plain] = this->clocks[random.below(this->clocks.size())];
      if (random.below(8) == 0) {
        std::vector<TypeParam> counts(components);
        for (std::size_t i = 0; i < components; ++i)
          counts[i] = i < plain.size() && random.below(16) != 0 ? plain[i] : static_cast<TypeParam>(random.below(100));
        this->clocks.push_back({this->store.make(counts, from), counts});
        continue;
      }
      std::vector<TypeParam> expected(plain);
      expected.resize(components);
      const auto clock = this->store.copy(from, components);
      for (std::uint64_t changes = random.below(5); changes-- > 0;) {
        const auto& [other, theirs] = this->clocks[random.below(this->clocks.size())];
        this->store.join(clock, other);
        for (std::size_t i = 0; i < theirs.size(); ++i) expected[i] = std::max(expected[i], theirs[i]);
        const auto component = static_cast<std::uint32_t>(random.below(components));
        const auto position = static_cast<TypeParam>(random.below(100));
        this->store.raise(clock, component, position);
        expected[component] = std::max(expected[component], position);
      }
      this->clocks.push_back({clock, expected});
    }
    ASSERT_NO_FATAL_FAILURE(this->verify()) << "round " << round;
  }
}

}  // namespace
}  // namespace heddle::detail
