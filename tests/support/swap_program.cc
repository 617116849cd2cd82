#include "tests/support/swap_program.h"

#include "heddle/actor/actor.h"
#include "heddle/base/hash.h"
#include "heddle/base/random.h"
#include "heddle/machine/shared.h"

namespace heddle::testing {
namespace {

// Most steps swap; whoever succeeds tells so in the second register.
void play(std::uint64_t seed, std::uint64_t steps, const SharedRegister<int>& first, const SharedRegister<int>& second) {
  Random random(seed);
  for (std::uint64_t i = 0; i < steps; ++i) {
    const SharedRegister<int>& target = random.below(4) == 0 ? second : first;
    const int expected = static_cast<int>(random.below(3)), desired = static_cast<int>(random.below(3));
    const std::uint64_t what = random.below(6);
    if (what == 0 && target.get() == expected) second.set(desired);
    if (what == 1) target.set(desired);
    if (what > 1 && target.compare_and_set(expected, desired)) second.set(1);
  }
}

}  // namespace

Program swap_program(std::uint64_t seed) {
  return [seed] {
    Random random(combine(seed, 0x73776170));
    const SharedRegister<int> first{"first", 0}, second{"second", 0};
    const std::uint64_t tasks = 2 + random.below(2);
    for (std::uint64_t task = 0; task < tasks; ++task) {
      const std::uint64_t own = random.next(), steps = 1 + random.below(tasks == 2 ? 3 : 2);
      spawn("task", [=] { play(own, steps, first, second); });
    }
  };
}

}  // namespace heddle::testing
