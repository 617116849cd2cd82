#include <gtest/gtest.h>

#include <array>

#include "heddle/base/hash.h"
#include "heddle/base/location.h"
#include "heddle/base/random.h"

namespace heddle {
namespace {

TEST(Random, SameSeedSameNumbers) {
  Random a(7), b(7);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, BelowIsUniform) {
  // Chi-square over 7 cells, 70,000 draws: mean 6, critical value at 1e-4 is 27.86.
  Random random(42);
  std::array<double, 7> cells{};
  for (int i = 0; i < 70'000; ++i) ++cells.at(random.below(7));
  double chi = 0;
  for (double c : cells) chi += (c - 10'000) * (c - 10'000) / 10'000;
  EXPECT_LT(chi, 27.86);
}

TEST(Hash, CombineDependsOnOrder) { EXPECT_NE(combine(1, 2), combine(2, 1)); }

Location here(Location where = {}) { return where; }

TEST(Location, IsTheCallersAndDiffersByLineAndColumn) {
  const Location a = here();
  const Location b = here(), c = here();
  EXPECT_EQ(a.file_base(), "base_test.cc");
  EXPECT_NE(a.hash(), b.hash());
  EXPECT_NE(b.hash(), c.hash());
  EXPECT_EQ(b.line(), c.line());
  EXPECT_FALSE(Location::none().known());
}

}  // namespace
}  // namespace heddle
