// Programs whose tasks share words of memory. They have no exit operation, so that brute force reaches further.
#pragma once

#include <memory>
#include <utility>

#include "heddle/actor/table.h"
#include "tests/oracles/oracle.h"
#include "tests/support/cell.h"

namespace heddle::testing {

inline void task(UniqueFunction body) { Trial::current().spawn("task", std::move(body)); }

enum class Kind : std::uint8_t { table, cells };

// Words of shared memory, all 0 at first: rows of a table, or plain cells. Only the table knows that two writes of an
// equal value commute, and that a claim which is refused only looks.
class Memory {
 public:
  Memory(Kind kind, int size)
      : kind_(kind), rows_("memory", {.equal_writes_commute = true}), cells_(std::make_shared<std::vector<Word>>()) {
    for (int i = 0; kind == Kind::cells && i < size; ++i) cells_->push_back(std::make_unique<Cell<int>>());
  }

  int read(int key) const { return kind_ == Kind::table ? rows_.lookup(key).value_or(0) : cell(key).read(); }
  void write(int key, int value) const {
    if (kind_ == Kind::table)
      rows_.insert(key, value);
    else
      cell(key).write(value);
  }
  void add(int key) const {
    if (kind_ == Kind::table)
      rows_.update_counter(key, 1, 0);
    else
      cell(key).update([](int v) { return v + 1; });
  }
  // Writes where nobody has: an atomic compare and swap.
  bool claim(int key, int value) const {
    if (kind_ == Kind::table) return rows_.insert_new(key, value);
    return cell(key).update([value](int there) { return there == 0 ? value : there; }) == 0;
  }

 private:
  using Word = std::unique_ptr<Cell<int>>;
  Cell<int>& cell(int key) const { return *(*cells_)[static_cast<std::size_t>(key)]; }

  Kind kind_;
  Table<int, int> rows_;
  std::shared_ptr<std::vector<Word>> cells_;
};

using M = const Memory&;
using Body = std::function<void(M)>;
using Bodies = std::vector<Body>;
constexpr int x = 0, y = 1, z = 2;  // words

// What runs in parallel, and the counts in a table; in cells they are the same unless said otherwise.
struct Parallel {
  std::string name;
  std::string why;
  std::function<Bodies(int n)> bodies;
  std::vector<Count> counts;
  std::vector<Count> counts_in_cells = {};
  int enumerate_to = -1;
  std::vector<Sampled> sampled = {};
  Texts outcomes = {};
  bool telling = false;
  int words = 0;  // 0: a few more than the size
};

// In a table and in cells.
std::vector<Oracle> in_memory(const std::vector<Parallel>& programs);

inline Body writes(int word, int value) {
  return [=](M m) { m.write(word, value); };
}

inline std::function<Bodies(int)> just(Bodies bodies) {
  return [=](int) { return bodies; };
}

}  // namespace heddle::testing
