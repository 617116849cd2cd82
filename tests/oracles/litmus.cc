// Shared memory: small programs, most of them from the literature.
#include "tests/oracles/memory.h"

namespace heddle::testing {
namespace {

Body enters(int mine, int other, int turn) {
  return [=](M m) {
    m.write(mine, 1);
    m.write(z, turn);
    if (m.read(other) != 0) m.read(z);
  };
}

std::vector<Parallel> litmus() {
  return {
      {.name = "store buffering",
       .why = "3 of 4: one of the reads comes after the other's write",
       .bodies = just({[](M m) { m.write(x, 1), outcome("a{}", m.read(y)); },
                       [](M m) { m.write(y, 1), outcome("b{}", m.read(x)); }}),
       .counts = once(3),
       .enumerate_to = 0,
       .outcomes = {"a0, b1", "a1, b0", "a1, b1"}},
      {.name = "load buffering",
       .why = "3 of 4: not both reads can come after the other's write",
       .bodies = just({[](M m) { outcome("a{}", m.read(x)), m.write(y, 1); },
                       [](M m) { outcome("b{}", m.read(y)), m.write(x, 1); }}),
       .counts = once(3),
       .enumerate_to = 0,
       .outcomes = {"a0, b0", "a0, b1", "a1, b0"}},
      {.name = "message passing",
       .why = "3 of 4: who sees the second write sees the first",
       .bodies = just({[](M m) { m.write(x, 1), m.write(y, 1); },
                       [](M m) {
                         const int second = m.read(y);
                         outcome("{}{}", second, m.read(x));
                       }}),
       .counts = once(3),
       .enumerate_to = 0,
       .outcomes = {"00", "01", "11"}},
      {.name = "two plus two writes",
       .why = "3 of 4 pairs of orders",
       .bodies = just({[](M m) { m.write(x, 1), m.write(y, 1); }, [](M m) { m.write(y, 2), m.write(x, 2); }}),
       .counts = once(3),
       .enumerate_to = 0},
      {.name = "example of POPL 14",
       .why = "5; what is read decides what is written",
       .bodies = just({writes(x, 1), writes(y, 1),
                       [](M m) {
                         if (m.read(y) == 0) m.write(z, 1);
                       },
                       [](M m) {
                         if (m.read(z) == 1 && m.read(y) == 0) m.write(x, 2);
                       }}),
       .counts = once(5),
       .enumerate_to = 0},
      {.name = "Petersons entry",
       .why = "6",
       .bodies = just({enters(x, y, 1), enters(y, x, 0)}),
       .counts = once(6),
       .enumerate_to = 0},
      {.name = "many initials",
       .why = "5: four pairs of values, and with both the last read can come before or after its write",
       .bodies = just({writes(x, 1), writes(y, 1), writes(z, 1),
                       [](M m) {
                         const int a = m.read(y), b = m.read(z);
                         if (a == 1 && b == 1) m.read(x);
                       }}),
       .counts = once(5),
       .enumerate_to = 0},
  };
}

// What equal writes are is known in tables alone.
std::vector<Parallel> conditional() {
  const Body reader = [](M m) {
    if (m.read(y) == 0) m.read(x), m.write(y, 1);
  };
  const Body careful = [](M m) {
    if (m.read(y) == 0 && m.read(x) == 1) m.write(y, 1);
  };
  return {
      {.name = "conditional readers",
       .why = "8; 12 where equal writes are told apart",
       .bodies = just({writes(x, 1), reader, reader}),
       .counts = once(8),
       .counts_in_cells = once(12),
       .enumerate_to = 0},
      {.name = "careful readers",
       .why = "6; 7 where equal writes are told apart",
       .bodies = just({writes(x, 1), careful, careful}),
       .counts = once(6),
       .counts_in_cells = once(7),
       .enumerate_to = 0},
      {.name = "conditional reader and writer",
       .why = "6",
       .bodies = just({writes(x, 1),
                       [](M m) {
                         if (m.read(y) == 0) m.read(x);
                       },
                       [](M m) { m.read(x), m.write(y, 1); }}),
       .counts = once(6),
       .enumerate_to = 0},
      {.name = "write and read",
       .why = "18; 22 where equal writes are told apart",
       .bodies = just({writes(x, 1), [](M m) { m.write(x, 1), m.read(x); }, [](M m) { m.write(x, 0), m.read(x); }}),
       .counts = once(18),
       .counts_in_cells = once(22),
       .enumerate_to = 0},
      {.name = "writing the same",
       .why = "5, an error among them; 7 where equal writes are told apart",
       .bodies = just({writes(x, 42),
                       [](M m) {
                         if (m.read(x) == 42 && m.read(y) == 0) outcome("error");
                       },
                       [](M m) { m.write(y, 1), m.write(x, 42); }}),
       .counts = once(5),
       .counts_in_cells = once(7),
       .enumerate_to = 0,
       .outcomes = {"", "error"}},
  };
}

}  // namespace

std::vector<Oracle> litmus_oracles() {
  std::vector<Parallel> programs = litmus();
  for (const Parallel& program : conditional()) programs.push_back(program);
  return in_memory(programs);
}

}  // namespace heddle::testing
