// Sleep sets and source sets as textbooks have them, on straight-line programs over memory words: what to expect of a
// search, from code that shares nothing with it.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::testing {

struct MemoryAccess {
  int word;
  bool writes;
};
using StraightLine = std::vector<std::vector<MemoryAccess>>;  // by task; two writes are never of one value

struct Expected {
  std::uint64_t complete = 0, blocked = 0;
  std::uint64_t all() const { return complete + blocked; }
};

Expected by_interleaving(const StraightLine& program);
Expected by_sleep_sets(const StraightLine& program);   // Godefroid
Expected by_source_sets(const StraightLine& program);  // Abdulla et al., algorithm 1, with sleep sets

}  // namespace heddle::testing
