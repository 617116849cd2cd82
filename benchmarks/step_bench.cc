// What one scheduled operation costs, against the raw switch of stacks that it cannot do without.
#include "benchmarks/operation.h"
#include "benchmarks/table.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"

int main(int argc, char** argv) {
  using namespace heddle;
  using namespace heddle::bench;
  constexpr std::int64_t kOperations = 4'000'000;
  Table table("one scheduled operation, two tasks, recorded", argc, argv);
  Pos pos, redrawing(Pos::Redraw::on_conflict);
  RandomWalk walk;
  const std::vector<double> median = medians(7, {[] { return nanoseconds_per_switch(4 * kOperations); },
                                                 [&] { return nanoseconds_per_operation(2, kOperations, pos); },
                                                 [&] { return nanoseconds_per_operation(2, kOperations, walk); },
                                                 [&] { return nanoseconds_per_operation(2, kOperations, redrawing); }});
  table.add({"raw jump_fcontext switch", median[0], "ns", {}, Better::lower});
  table.add({"operation under POS", median[1], "ns", {}, Better::lower});
  table.add({"operation under random walk", median[2], "ns", {}, Better::lower});
  table.add({"operation under POS*", median[3], "ns", {}, Better::lower});
  table.add({"ratio, POS", median[1] / median[0], "x switch", 6.0, Better::lower});
  return table.finish();
}
