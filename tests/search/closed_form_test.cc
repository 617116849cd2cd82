// Programs whose number of inequivalent executions is known for every size, and what bounds leave of them.
#include "tests/search/closed_form.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/cell.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

std::uint64_t power(std::uint64_t base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }
std::uint64_t factorial(int n) { return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

// How many executions, each of them of a class of its own.
std::uint64_t executions(const Program& program, std::uint64_t bound = kUnbounded) {
  const Searched found = search_all(program, {}, 1'000'000, {.bounds = {.tree = bound}});
  EXPECT_EQ(found.counts.redundant, 0u);
  EXPECT_EQ(found.seen.size(), found.counts.executions);
  return found.counts.executions;
}

TEST(ClosedForm, Readers) {
  for (int n = 1; n <= 10; ++n) EXPECT_EQ(executions(readers(n)), power(2, n));
}

TEST(ClosedForm, LastZero) {
  for (int n = 2; n <= 9; ++n) EXPECT_EQ(executions(last_zero(n)), static_cast<std::uint64_t>(n + 3) * power(2, n) / 4);
}

TEST(ClosedForm, Writers) {
  for (int n = 2; n <= 6; ++n) EXPECT_EQ(executions(writers(n)), factorial(n));
}

TEST(ClosedForm, Messages) {
  for (int n = 2; n <= 6; ++n) {
    EXPECT_EQ(executions(messages(n, false)), factorial(n));
    EXPECT_EQ(executions(messages(n, true)), 1u);
  }
}

TEST(ClosedForm, FirstOfMany) {
  for (int n = 2; n <= 6; ++n)
    for (int k = 1; k <= n; ++k)
      EXPECT_EQ(executions(first_of_many(n, k)), factorial(n) / factorial(n - k)) << k << " of " << n;
}

// Within a bound: Concuerror's counts for its own bound of this kind.
TEST(Bounded, WritersInTheOrderOfInversions) {
  std::uint64_t bound = 0;
  for (std::uint64_t expected : {1, 6, 20, 49, 98, 169, 259, 360}) EXPECT_EQ(executions(writers(6), bound++), expected);
  bound = 0;
  for (std::uint64_t expected : {1, 4, 9, 15, 20, 23, 24, 24}) EXPECT_EQ(executions(writers(4), bound++), expected);
}

TEST(Bounded, ReadersByHowManyComeLate) {
  // The writer last: each bound adds the ways to choose that many readers who come after it.
  const auto writer_last = [](int n) {
    return [n] {
      const auto x = std::make_shared<Cell<int>>();
      for (int i = 0; i < n; ++i) Trial::current().spawn("reader", [x] { x->read(); });
      Trial::current().spawn("writer", [x] { x->write(1); });
    };
  };
  std::uint64_t bound = 0;
  for (std::uint64_t expected : {1, 7, 22, 42, 57, 63, 64}) EXPECT_EQ(executions(writer_last(6), bound++), expected);
}

}  // namespace
}  // namespace heddle::testing
