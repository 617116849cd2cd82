// Programs of independent loops, and the interleaving that a trial took through them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/support/cell.h"
#include "tests/support/lab.h"

namespace heddle::testing {

// Task i executes lengths[i] updates of one cell, so that every interleaving is a partial order of its own. `trace`
// gets one letter per operation: "aabab".
inline Program letters(std::vector<int> lengths, std::string& trace) {
  return [lengths = std::move(lengths), &trace] {
    trace.clear();
    const auto cell = std::make_shared<Cell<int>>();
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      start(std::string(1, static_cast<char>('a' + i)), [&trace, cell, i, length = lengths[i]] {
        for (int k = 0; k < length; ++k) {
          cell->update([](int v) { return v + 1; });
          trace += static_cast<char>('a' + i);
        }
      });
    }
  };
}

// One task reads a cell until another has written it.
inline void spin_until_written() {
  const auto flag = std::make_shared<Cell<int>>();
  start("spinner", [flag] {
    while (flag->read() == 0) {
    }
  });
  start("writer", [flag] { flag->write(1); });
}

// A strategy that is not fair, left to itself.
inline Settings without_fair_tail() {
  Settings settings;
  settings.fair_after = settings.max_steps;
  return settings;
}

// How many interleavings there are: the multinomial coefficient.
inline std::size_t interleavings(const std::vector<int>& lengths) {
  std::size_t ways = 1, total = 0;
  for (int length : lengths)
    for (int k = 1; k <= length; ++k) ways = ways * ++total / static_cast<std::size_t>(k);
  return ways;
}

}  // namespace heddle::testing
