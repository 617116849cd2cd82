// Shared memory: programs of any size.
#include "tests/oracles/memory.h"

namespace heddle::testing {
namespace {

Oracle in(Kind kind, const Parallel& one) {
  Oracle oracle;
  oracle.name = one.name + (kind == Kind::table ? " in a table" : " in cells");
  oracle.why = one.why;
  oracle.program = [kind, bodies = one.bodies, words = one.words](int n) -> Program {
    return [=, all = bodies(n)] {
      const Memory memory(kind, words == 0 ? n + 3 : words);
      for (const Body& body : all) task([=] { body(memory); });
    };
  };
  oracle.counts = kind == Kind::cells && !one.counts_in_cells.empty() ? one.counts_in_cells : one.counts;
  oracle.enumerate_to = one.enumerate_to;
  oracle.sampled = one.sampled;
  oracle.outcomes = one.outcomes;
  oracle.telling = one.telling && (kind == Kind::table || one.counts_in_cells.empty());
  return oracle;
}

template <class Make>
Bodies many(int from, int to, Make make) {
  Bodies bodies;
  for (int i = from; i <= to; ++i) bodies.push_back(make(i));
  return bodies;
}

Bodies join(Bodies some, const Bodies& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

Bodies readers(int n) {
  return join({writes(x, 42)}, many(1, n, [](int i) -> Body {
                return [i](M m) {
                  m.read(i);
                  outcome("{}:{}", i, m.read(x));
                };
              }));
}

Bodies last_zero(int n) {
  const Body reader = [n](M m) {
    int i = n;
    while (i > 0 && m.read(i) != 0) --i;
    outcome("{}", i);
  };
  return join({reader}, many(1, n, [](int j) -> Body { return [j](M m) { m.write(j, m.read(j - 1) + 1); }; }));
}

// Each task claims four slots of a hash table, and goes on to the next slot where that fails.
Bodies indexer(int n) {
  return many(0, n - 1, [](int t) -> Body {
    return [t](M m) {
      for (int i = 1; i <= 4; ++i) {
        const int w = 11 * i + t;
        for (int h = 7 * w % 128; !m.claim(h, w);) h = (h + 1) % 128;
      }
    };
  });
}

std::vector<Parallel> looking() {
  return {
      {.name = "readers",
       .why = "2^N: one writer of a word, N readers of it, each before or after; they also read a word of their own",
       .bodies = readers,
       .counts = sizes(1, 16, [](int n) { return power(2, n); }),
       .enumerate_to = 3,
       .sampled = {{4, 2'000}, {6, 20'000}},
       .telling = true},
      {.name = "plain readers",
       .why = "2^N, without a word of their own, and the writer comes last",
       .bodies =
           [](int n) { return join(many(1, n, [](int) -> Body { return [](M m) { m.read(x); }; }), {writes(x, 1)}); },
       .counts = sizes(1, 10, [](int n) { return power(2, n); }),
       .enumerate_to = 4},
      {.name = "last zero",
       .why = "(N+3) 2^(N-2): N tasks count up from their neighbour's word, one looks for the last zero from above",
       .bodies = last_zero,
       .counts = sizes(2, 15, [](int n) { return static_cast<std::uint64_t>(n + 3) * power(2, n) / 4; }),
       .enumerate_to = 3,
       .sampled = {{4, 20'000}, {5, 40'000}}},
      {.name = "indexer",
       .why = "8^(N-11): each task from the 12th on meets three claims of another's",
       .bodies = indexer,
       .counts = sizes(10, 16, [](int n) { return power(8, n - 11); }),
       .sampled = {{11, 500}, {12, 3'000}},
       .words = 128},
  };
}

std::vector<Parallel> changing() {
  const auto orders = [](int from, int to) { return sizes(from, to, [](int n) { return factorial(n); }); };
  return {
      {.name = "writers",
       .why = "N!: writes of different values, in each order",
       .bodies = [](int n) { return many(1, n, [](int i) -> Body { return [i](M m) { m.write(x, i); }; }); },
       .counts = orders(2, 7),
       .enumerate_to = 5},
      {.name = "twice writers",
       .why = "(2N)!/2^N: each writes 1 and then 2; fewer where equal writes commute, by brute force",
       .bodies =
           [](int n) { return many(1, n, [](int) -> Body { return [](M m) { m.write(x, 1), m.write(x, 2); }; }); },
       .counts = {{2, 3}, {3, 19}, {4, 207}},
       .counts_in_cells = sizes(2, 4, [](int n) { return factorial(2 * n) / power(2, n); }),
       .enumerate_to = 4},
      {.name = "same writers",
       .why = "1: writes of one value commute; N! where that is not known",
       .bodies = [](int n) { return many(1, n, [](int) -> Body { return [](M m) { m.write(x, 7); }; }); },
       .counts = sizes(2, 6, [](int) { return 1; }),
       .counts_in_cells = orders(2, 6),
       .enumerate_to = 5},
      {.name = "counter",
       .why = "N!: additions race, even if nobody looks at the result",
       .bodies = [](int n) { return many(1, n, [](int) -> Body { return [](M m) { m.add(x); }; }); },
       .counts = orders(2, 7),
       .enumerate_to = 5},
      {.name = "claims",
       .why = "N: one claim succeeds, and the others, refused, commute; N! where a refused claim counts as a change",
       .bodies =
           [](int n) {
             return many(1, n, [](int i) -> Body {
               return [i](M m) {
                 if (m.claim(x, i)) outcome("{}", i);
               };
             });
           },
       .counts = sizes(2, 8, [](int n) { return static_cast<std::uint64_t>(n); }),
       .counts_in_cells = orders(2, 6),
       .enumerate_to = 4,
       .telling = true},
      {.name = "pairs",
       .why = "2^N: two writers each of N words",
       .bodies =
           [](int n) {
             return many(0, 2 * n - 1, [](int i) -> Body { return [i](M m) { m.write(i / 2, i % 2 + 1); }; });
           },
       .counts = sizes(2, 10, [](int n) { return power(2, n); }),
       .enumerate_to = 3,
       .sampled = {{4, 1'000}}},
      {.name = "independent",
       .why = "1: nobody shares a word",
       .bodies =
           [](int n) { return many(0, n - 1, [](int i) -> Body { return [i](M m) { m.write(i, 1), m.read(i); }; }); },
       .counts = sizes(2, 8, [](int) { return 1; }),
       .enumerate_to = 4},
  };
}

// SV-COMP's fib_bench: two tasks add each other's number to their own, five times; the test looks at both
// meanwhile.
void fibonacci() {
  const auto numbers = std::make_shared<std::vector<std::unique_ptr<Cell<int>>>>();
  for (int i = 0; i < 2; ++i) numbers->push_back(std::make_unique<Cell<int>>(1));
  for (std::size_t own : {0u, 1u})
    task([numbers, own] {
      for (int i = 0; i < 5; ++i) {
        const int mine = (*numbers)[own]->read();
        (*numbers)[own]->write(mine + (*numbers)[1 - own]->read());
      }
    });
  (*numbers)[0]->read();
  (*numbers)[1]->read();
}

}  // namespace

std::vector<Oracle> in_memory(const std::vector<Parallel>& programs) {
  std::vector<Oracle> all;
  for (const Parallel& program : programs)
    for (Kind kind : {Kind::table, Kind::cells}) all.push_back(in(kind, program));
  return all;
}

std::vector<Oracle> memory_oracles() {
  std::vector<Parallel> programs = looking();
  for (const Parallel& program : changing()) programs.push_back(program);
  std::vector<Oracle> all = in_memory(programs);
  all.push_back(
      {.name = "fib bench", .why = "as other tools count it", .program = fixed(fibonacci), .counts = once(218'243)});
  return all;
}

}  // namespace heddle::testing
