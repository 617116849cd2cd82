// Shared memory programs with known numbers of inequivalent executions: Concuerror's counts under optimal DPOR, most of
// them also in the literature (Abdulla et al., POPL'14). Tasks here have no exit operation, so that brute force reaches
// further; actors with theirs are in the other oracle tests.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heddle/actor/table.h"
#include "heddle/engine/trial.h"
#include "tests/support/cell.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

// Words of shared memory, all 0 at first: rows of a table, as in Concuerror's programs, or plain cells. Only the table
// knows that two writes of an equal value commute.
class Memory {
 public:
  enum class Kind { table, cells };

  explicit Memory(Kind kind, std::size_t size = 0)
      : kind_(kind), rows_("memory", {.equal_writes_commute = true}), cells_(std::make_shared<std::vector<Word>>()) {
    for (std::size_t i = 0; kind == Kind::cells && i < size; ++i) cells_->push_back(std::make_unique<Cell<int>>());
  }

  int read(int key) const {
    return kind_ == Kind::table ? rows_.lookup(key).value_or(0) : (*cells_)[static_cast<std::size_t>(key)]->read();
  }
  void write(int key, int value) const {
    if (kind_ == Kind::table)
      rows_.insert(key, value);
    else
      (*cells_)[static_cast<std::size_t>(key)]->write(value);
  }
  void add(int key) const {
    if (kind_ == Kind::table)
      rows_.update_counter(key, 1, 0);
    else
      (*cells_)[static_cast<std::size_t>(key)]->update([](int v) { return v + 1; });
  }

 private:
  using Word = std::unique_ptr<Cell<int>>;
  Kind kind_;
  Table<int, int> rows_;
  std::shared_ptr<std::vector<Word>> cells_;
};

constexpr int x = 0, y = 1, z = 2;

using Body = std::function<void(const Memory&)>;

// Runs the bodies in parallel, each in a task of its own.
std::function<void()> parallel(Memory::Kind kind, std::vector<Body> bodies, std::size_t words = 3) {
  return [=] {
    const Memory memory(kind, words);
    for (const Body& body : bodies) task([=] { body(memory); });
  };
}

std::size_t factorial(std::size_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }
std::size_t power(std::size_t base, std::size_t n) { return n == 0 ? 1 : base * power(base, n - 1); }

class OracleMemory : public ::testing::TestWithParam<Memory::Kind> {
 protected:
  Exploration all(std::vector<Body> bodies, std::size_t words = 3) {
    return enumerate(parallel(GetParam(), std::move(bodies), words));
  }
  Exploration some(std::uint64_t trials, std::vector<Body> bodies, std::size_t words = 3) {
    return sample(parallel(GetParam(), std::move(bodies), words), trials);
  }
  bool table() const { return GetParam() == Memory::Kind::table; }
};
INSTANTIATE_TEST_SUITE_P(In, OracleMemory, ::testing::Values(Memory::Kind::table, Memory::Kind::cells),
                         [](const auto& kind) { return kind.param == Memory::Kind::table ? "Table" : "Cells"; });

std::vector<Body> readers(int n) {
  std::vector<Body> bodies{[](const Memory& m) { m.write(x, 42); }};
  for (int i = 1; i <= n; ++i)
    bodies.push_back([i](const Memory& m) {
      m.read(i);
      outcome("{}:{}", i, m.read(x));
    });
  return bodies;
}

TEST_P(OracleMemory, Readers) {
  for (int n = 1; n <= 3; ++n) {
    const Exploration found = all(readers(n), 4);
    EXPECT_EQ(found.classes(), power(2, static_cast<std::size_t>(n))) << n;
    EXPECT_EQ(found.outcomes.size(), found.classes()) << n;
  }
  EXPECT_EQ(some(2'000, readers(4), 5).classes(), 16u);
  EXPECT_EQ(some(20'000, readers(6), 7).classes(), 64u);
}

std::vector<Body> last_zero(int n) {
  std::vector<Body> bodies{[n](const Memory& m) {
    int i = n;
    while (i > 0 && m.read(i) != 0) --i;
    outcome("{}", i);
  }};
  for (int j = 1; j <= n; ++j) bodies.push_back([j](const Memory& m) { m.write(j, m.read(j - 1) + 1); });
  return bodies;
}

TEST_P(OracleMemory, LastZero) {
  EXPECT_EQ(all(last_zero(2)).classes(), 5u);
  EXPECT_EQ(all(last_zero(3), 4).classes(), 12u);
  EXPECT_EQ(some(20'000, last_zero(4), 5).classes(), 28u);
  EXPECT_EQ(some(40'000, last_zero(5), 6).classes(), 64u);
}

TEST_P(OracleMemory, Writers) {
  for (int n = 2; n <= 5; ++n) {
    std::vector<Body> different, same, counting;
    for (int i = 1; i <= n; ++i) {
      different.push_back([i](const Memory& m) { m.write(x, i); });
      same.push_back([](const Memory& m) { m.write(x, 7); });
      counting.push_back([](const Memory& m) { m.add(x); });
    }
    EXPECT_EQ(all(different).classes(), factorial(static_cast<std::size_t>(n))) << n;
    EXPECT_EQ(all(same).classes(), table() ? 1u : factorial(static_cast<std::size_t>(n))) << n;
    EXPECT_EQ(all(counting).classes(), factorial(static_cast<std::size_t>(n))) << n;
  }
}

TEST_P(OracleMemory, Pairs) {
  for (int k = 2; k <= 4; ++k) {
    std::vector<Body> bodies;
    for (int i = 0; i < k; ++i)
      for (int value : {1, 2}) bodies.push_back([=](const Memory& m) { m.write(i, value); });
    const Exploration found = k < 4 ? all(bodies, 4) : some(1'000, bodies, 4);
    EXPECT_EQ(found.classes(), power(2, static_cast<std::size_t>(k)));
  }
}

TEST_P(OracleMemory, Independent) {
  std::vector<Body> bodies;
  for (int i = 0; i < 4; ++i)
    bodies.push_back([=](const Memory& m) {
      m.write(i, 1);
      m.read(i);
    });
  EXPECT_EQ(all(bodies, 4).classes(), 1u);
}

TEST_P(OracleMemory, StoreBuffering) {
  const Exploration found = all({[](const Memory& m) { m.write(x, 1), outcome("a{}", m.read(y)); },
                                 [](const Memory& m) { m.write(y, 1), outcome("b{}", m.read(x)); }});
  EXPECT_EQ(found.classes(), 3u);
  EXPECT_EQ(found.outcomes, (Texts{"a0, b1", "a1, b0", "a1, b1"}));
}

TEST_P(OracleMemory, LoadBuffering) {
  const Exploration found = all({[](const Memory& m) { outcome("a{}", m.read(x)), m.write(y, 1); },
                                 [](const Memory& m) { outcome("b{}", m.read(y)), m.write(x, 1); }});
  EXPECT_EQ(found.classes(), 3u);
  EXPECT_EQ(found.outcomes, (Texts{"a0, b0", "a0, b1", "a1, b0"}));
}

TEST_P(OracleMemory, MessagePassing) {
  const Exploration found = all({[](const Memory& m) { m.write(x, 1), m.write(y, 1); },
                                 [](const Memory& m) {
                                   const int second = m.read(y);
                                   outcome("{}{}", second, m.read(x));
                                 }});
  EXPECT_EQ(found.classes(), 3u);
  EXPECT_EQ(found.outcomes, (Texts{"00", "01", "11"}));
}

TEST_P(OracleMemory, TwoPlusTwoWrites) {
  EXPECT_EQ(all({[](const Memory& m) { m.write(x, 1), m.write(y, 1); },
                 [](const Memory& m) { m.write(y, 2), m.write(x, 2); }})
                .classes(),
            3u);
}

TEST_P(OracleMemory, ExampleOfPopl14) {
  EXPECT_EQ(all({[](const Memory& m) { m.write(x, 1); }, [](const Memory& m) { m.write(y, 1); },
                 [](const Memory& m) {
                   if (m.read(y) == 0) m.write(z, 1);
                 },
                 [](const Memory& m) {
                   if (m.read(z) == 1 && m.read(y) == 0) m.write(x, 2);
                 }})
                .classes(),
            5u);
}

TEST_P(OracleMemory, PetersonsEntry) {
  const auto enter = [](int mine, int other, int turn) {
    return [=](const Memory& m) {
      m.write(mine, 1);
      m.write(z, turn);
      if (m.read(other) != 0) m.read(z);
    };
  };
  EXPECT_EQ(all({enter(x, y, 1), enter(y, x, 2)}).classes(), 6u);
}

TEST_P(OracleMemory, ManyInitials) {
  EXPECT_EQ(all({[](const Memory& m) { m.write(x, 1); }, [](const Memory& m) { m.write(y, 1); },
                 [](const Memory& m) { m.write(z, 1); },
                 [](const Memory& m) {
                   const int a = m.read(y), b = m.read(z);
                   if (a == 1 && b == 1) m.read(x);
                 }})
                .classes(),
            5u);
}

TEST_P(OracleMemory, ConditionalReaders) {
  const Body writer = [](const Memory& m) { m.write(x, 1); };
  const Body reader = [](const Memory& m) {
    if (m.read(y) == 0) m.read(x), m.write(y, 1);
  };
  const Body careful = [](const Memory& m) {
    if (m.read(y) == 0 && m.read(x) == 1) m.write(y, 1);
  };
  const Body looker = [](const Memory& m) {
    if (m.read(y) == 0) m.read(x);
  };
  const Body other = [](const Memory& m) { m.read(x), m.write(y, 1); };
  // Cells tell two equal writes apart: the order of the two writes of y doubles where both happen.
  EXPECT_EQ(all({writer, reader, reader}).classes(), table() ? 8u : 12u);
  EXPECT_EQ(all({writer, careful, careful}).classes(), table() ? 6u : 7u);
  EXPECT_EQ(all({writer, looker, other}).classes(), 6u);
}

TEST_P(OracleMemory, WriteRead) {
  const Exploration found = all({[](const Memory& m) { m.write(x, 1); }, [](const Memory& m) { m.write(x, 1), m.read(x); },
                                 [](const Memory& m) { m.write(x, 3), m.read(x); }});
  EXPECT_EQ(found.classes(), table() ? 18u : 22u);
}

TEST_P(OracleMemory, WritingTheSame) {
  const Exploration found = all({[](const Memory& m) { m.write(x, 42); },
                                 [](const Memory& m) {
                                   if (m.read(x) == 42 && m.read(y) == 0) outcome("error");
                                 },
                                 [](const Memory& m) { m.write(y, 1), m.write(x, 42); }});
  EXPECT_EQ(found.outcomes, (Texts{"", "error"}));
  EXPECT_EQ(found.classes(), table() ? 5u : 7u);
}

// --- tables only ---

TEST(OracleTable, InsertNew) {
  for (int n = 2; n <= 4; ++n) {
    const Exploration found = enumerate([n] {
      const Table<int, int> table{"t"};
      for (int i = 1; i <= n; ++i)
        task([=] {
          if (table.insert_new(0, i)) outcome("{}", i);
        });
    });
    EXPECT_EQ(found.classes(), static_cast<std::size_t>(n));
    EXPECT_EQ(found.outcomes.size(), static_cast<std::size_t>(n));
  }
}

// Each task claims four slots of a hash table by compare and swap, and goes on to the next slot where that fails.
TEST(OracleTable, Indexer) {
  const auto indexer = [](int n) {
    return [n] {
      const Table<int, int> slots{"slots"};
      for (int t = 0; t < n; ++t)
        task([=] {
          for (int m = 1; m <= 4; ++m) {
            const int w = 11 * m + t;
            int h = 7 * w % 128;
            while (!slots.insert_new(h, w)) h = (h + 1) % 128;
          }
        });
    };
  };
  EXPECT_EQ(sample(indexer(11), 500).classes(), 1u);
  EXPECT_EQ(sample(indexer(12), 3'000).classes(), 8u);
}

}  // namespace
}  // namespace heddle::testing
