#include "heddle/strategy/sticky.h"

#include <gtest/gtest.h>

#include "tests/support/interleaving.h"
#include "tests/support/lab.h"
#include "tests/support/statistics.h"

namespace heddle::testing {
namespace {

struct Switches {
  std::uint64_t stayed = 0, moved = 0;
  std::uint64_t up = 0;  // moved from a task to the next one by letter, of those that moved
};

// Looks only at steps where all tasks were ready: up to the end of the first that ended.
Switches count(double stay, const std::vector<int>& lengths) {
  std::string trace;
  Lab lab;
  Sticky sticky(stay);
  Switches switches;
  lab.run_many(200, letters(lengths, trace), sticky, 81, [&](std::uint64_t, const Outcome&) {
    std::size_t first_end = trace.size();
    for (std::size_t i = 0; i < lengths.size(); ++i)
      first_end = std::min(first_end, trace.rfind(static_cast<char>('a' + i)));
    for (std::size_t at = 1; at <= first_end; ++at) {
      if (trace[at] == trace[at - 1]) {
        ++switches.stayed;
      } else {
        ++switches.moved;
        switches.up += static_cast<std::size_t>(trace[at] - 'a') ==
                       (static_cast<std::size_t>(trace[at - 1] - 'a') + 1) % lengths.size();
      }
    }
  });
  return switches;
}

TEST(Sticky, StaysWithTheGivenProbability) {
  for (double stay : {0.0, 0.5, 0.9}) {
    const Switches two = count(stay, {200, 200});
    EXPECT_TRUE(near_binomial(two.stayed, two.stayed + two.moved, stay)) << stay;
  }
}

TEST(Sticky, MovesToAnyOtherAlike) {
  const Switches three = count(0.7, {200, 200, 200});
  EXPECT_TRUE(near_binomial(three.stayed, three.stayed + three.moved, 0.7));
  EXPECT_TRUE(near_binomial(three.up, three.moved, 0.5));
}

}  // namespace
}  // namespace heddle::testing
