// Programs whose number of inequivalent executions is known for every size.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/cell.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

std::uint64_t power(std::uint64_t base, std::uint64_t n) { return n == 0 ? 1 : base * power(base, n - 1); }
std::uint64_t factorial(std::uint64_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }

using Cells = std::shared_ptr<std::vector<std::unique_ptr<Cell<int>>>>;

Cells cells(int count) {
  const Cells made = std::make_shared<std::vector<std::unique_ptr<Cell<int>>>>();
  for (int i = 0; i < count; ++i) made->push_back(std::make_unique<Cell<int>>());
  return made;
}

Cell<int>& at(const Cells& all, int i) { return *(*all)[static_cast<std::size_t>(i)]; }

void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

// How many executions, each of them of a class of its own.
std::uint64_t executions(const Program& program, std::uint64_t bound = kUnbounded) {
  const Searched found = search_all(program, {}, 1'000'000, {.bounds = {.tree = bound}});
  EXPECT_EQ(found.counts.redundant, 0u);
  EXPECT_EQ(found.seen.size(), found.counts.executions);
  return found.counts.executions;
}

// One writer of a word, N readers of it: each before or after.
TEST(ClosedForm, Readers) {
  for (int n = 1; n <= 10; ++n)
    EXPECT_EQ(executions([n] {
                const Cells x = cells(1);
                task([x] { at(x, 0).write(1); });
                for (int i = 0; i < n; ++i) task([x] { at(x, 0).read(); });
              }),
              power(2, static_cast<std::uint64_t>(n)));
}

// Flanagan and Godefroid's: N tasks count up from their neighbour's word, one looks for the last zero.
TEST(ClosedForm, LastZero) {
  for (int n = 2; n <= 9; ++n)
    EXPECT_EQ(executions([n] {
                const Cells x = cells(n + 1);
                task([x, n] {
                  for (int i = n; at(x, i).read() != 0;) --i;
                });
                for (int i = 1; i <= n; ++i) task([x, i] { at(x, i).write(at(x, i - 1).read() + 1); });
              }),
              static_cast<std::uint64_t>(n + 3) * power(2, static_cast<std::uint64_t>(n)) / 4);
}

TEST(ClosedForm, Writers) {
  for (int n = 2; n <= 6; ++n)
    EXPECT_EQ(executions([n] {
                const Cells x = cells(1);
                for (int i = 0; i < n; ++i) task([x, i] { at(x, 0).write(i + 1); });
              }),
              factorial(static_cast<std::uint64_t>(n)));
}

struct Number {
  int n;
};

// N senders, and somebody who takes whatever comes: each order. Who asks for each by name cannot tell orders apart.
TEST(ClosedForm, Messages) {
  for (int n = 2; n <= 6; ++n) {
    const auto program = [n](bool by_name) {
      return [n, by_name] {
        const Pid test = self();
        for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
        for (int i = 0; i < n; ++i) {
          if (by_name)
            receive<Number>([i](const Number& number) { return number.n == i; });
          else
            receive<Number>();
        }
      };
    };
    EXPECT_EQ(executions(program(false)), factorial(static_cast<std::uint64_t>(n)));
    EXPECT_EQ(executions(program(true)), 1u);
  }
}

// The first k of N messages are taken, the others never.
TEST(ClosedForm, FirstOfMany) {
  for (int n = 2; n <= 6; ++n)
    for (int k = 1; k <= n; ++k)
      EXPECT_EQ(executions([n, k] {
                  const Pid test = self();
                  for (int i = 0; i < n; ++i) spawn("sender", [test, i] { send(test, Number{i}); });
                  for (int i = 0; i < k; ++i) receive<Number>();
                }),
                factorial(static_cast<std::uint64_t>(n)) / factorial(static_cast<std::uint64_t>(n - k)))
          << k << " of " << n;
}

// Within a bound: Concuerror's counts for its own bound of this kind.
TEST(Bounded, WritersInTheOrderOfInversions) {
  const auto writers = [](int n) {
    return [n] {
      const Cells x = cells(1);
      for (int i = 0; i < n; ++i) task([x, i] { at(x, 0).write(i + 1); });
    };
  };
  std::uint64_t bound = 0;
  for (std::uint64_t expected : {1, 6, 20, 49, 98, 169, 259, 360}) EXPECT_EQ(executions(writers(6), bound++), expected);
  bound = 0;
  for (std::uint64_t expected : {1, 4, 9, 15, 20, 23, 24, 24}) EXPECT_EQ(executions(writers(4), bound++), expected);
}

TEST(Bounded, ReadersByHowManyComeLate) {
  // The writer last: each bound adds the ways to choose that many readers who come after it.
  const auto readers = [](int n) {
    return [n] {
      const Cells x = cells(1);
      for (int i = 0; i < n; ++i) task([x] { at(x, 0).read(); });
      task([x] { at(x, 0).write(1); });
    };
  };
  std::uint64_t bound = 0;
  for (std::uint64_t expected : {1, 7, 22, 42, 57, 63, 64}) EXPECT_EQ(executions(readers(6), bound++), expected);
}

}  // namespace
}  // namespace heddle::testing
