// Ping-pong beside 1,000 actors that are blocked all the time: they are not in the pick set and must cost nothing.
#include "benchmarks/pingpong.h"
#include "benchmarks/table.h"

int main(int argc, char** argv) {
  using namespace heddle::bench;
  constexpr std::int64_t kRounds = 1'000'000;
  Table table("1,000,000 ping-pong round trips beside blocked actors", argc, argv);
  const std::vector<double> median =
      medians(5, {[] { return controlled_pingpong(kRounds, 0); }, [] { return controlled_pingpong(kRounds, 1000); }});
  table.add({"two actors alone", median[0], "s", {}, Better::lower});
  table.add({"beside 1,000 blocked ones", median[1], "s", {}, Better::lower});
  table.add({"ratio", median[1] / median[0], "x", 1.5, Better::lower});
  return table.finish();
}
