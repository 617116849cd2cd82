// What one scheduled operation costs when 1,000 tasks are ready at once, against two.
#include "benchmarks/operation.h"
#include "benchmarks/table.h"
#include "heddle/strategy/pos.h"

int main(int argc, char** argv) {
  using namespace heddle;
  using namespace heddle::bench;
  constexpr std::int64_t kOperations = 2'000'000;
  Table table("one scheduled operation under POS, by number of ready tasks", argc, argv);
  Pos pos;
  const std::vector<double> median = medians(7, {[&] { return nanoseconds_per_operation(2, kOperations, pos); },
                                                 [&] { return nanoseconds_per_operation(10, kOperations, pos); },
                                                 [&] { return nanoseconds_per_operation(100, kOperations, pos); },
                                                 [&] { return nanoseconds_per_operation(1000, kOperations, pos); }});
  table.add({"2 ready", median[0], "ns", {}, Better::lower});
  table.add({"10 ready", median[1], "ns", {}, Better::lower});
  table.add({"100 ready", median[2], "ns", {}, Better::lower});
  table.add({"1,000 ready", median[3], "ns", {}, Better::lower});
  table.add({"ratio, 1,000 against 2", median[3] / median[0], "x", 3.0, Better::lower});
  return table.finish();
}
