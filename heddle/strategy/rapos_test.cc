#include "heddle/strategy/rapos.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

#include "heddle/strategy/random_walk.h"
#include "tests/support/cell.h"
#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

std::map<std::uint64_t, std::uint64_t> orders(Strategy& strategy, const Program& program, std::uint64_t trials) {
  Lab lab;
  std::map<std::uint64_t, std::uint64_t> seen;
  lab.run_many(trials, program, strategy, 91,
               [&](std::uint64_t, const Outcome& outcome) { ++seen[outcome.order_hash]; });
  return seen;
}

std::set<std::uint64_t> keys(const std::map<std::uint64_t, std::uint64_t>& counts) {
  std::set<std::uint64_t> all;
  for (const auto& [key, count] : counts) all.insert(key);
  return all;
}

// Independent and conflicting operations mixed: three tasks, each with one private step between two shared ones.
void mixed() {
  const auto x = std::make_shared<Cell<int>>();
  const auto y = std::make_shared<Cell<int>>();
  for (int i = 0; i < 3; ++i)
    start("task", [x, y, i] {
      Cell<int> own;
      (i == 1 ? y : x)->write(i);
      own.write(i);
      if (i == 2)
        y->read();
      else
        x->read();
    });
}

// The random walk, long enough, shows which partial orders there are.
TEST(Rapos, CoversAllPartialOrders) {
  RandomWalk walk;
  Rapos rapos;
  const auto all = orders(walk, mixed, 20'000);
  EXPECT_GT(all.size(), 10u);
  EXPECT_EQ(keys(orders(rapos, mixed, 20'000)), keys(all));
}

// Two tasks of n independent steps each, then one write to a shared cell: two partial orders. However many independent
// steps one task has more, RAPOS runs the ready ones in batches, so neither order is rare; the random walk finds the
// order where the long task is first with probability 2^-12 or so.
TEST(Rapos, SpreadsOverPartialOrdersRatherThanInterleavings) {
  const Program program = [] {
    const auto shared = std::make_shared<Cell<int>>();
    for (int length : {0, 12})
      start("task", [shared, length] {
        Cell<int> own;
        for (int i = 0; i < length; ++i) own.write(i);
        shared->write(length);
      });
  };
  Rapos rapos;
  const auto seen = orders(rapos, program, 2'000);
  ASSERT_EQ(seen.size(), 2u);
  for (const auto& [order, count] : seen) EXPECT_GT(count, 200u);
}

}  // namespace
}  // namespace heddle::testing
