#include "tests/support/lock_program.h"

#include <memory>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/base/random.h"
#include "tests/support/cell.h"
#include "tests/support/lock.h"

namespace heddle::testing {
namespace {

constexpr std::size_t kLocks = 2;

enum class Do : std::uint8_t { read, write, toggle };  // toggle: takes the lock, or gives it back

struct Step {
  Do what;
  std::size_t target;
  bool only_if_even;  // skipped if the last value that the task saw was odd
};

struct World {
  Lock locks[kLocks];
  Cell<int> words[kLocks];
};

void play(const std::vector<Step>& script, World& world) {
  bool mine[kLocks] = {};
  int last = 0;
  for (const Step& step : script) {
    if (step.only_if_even && last % 2 == 1) continue;
    if (step.what == Do::read) last = world.words[step.target].read();
    if (step.what == Do::write) world.words[step.target].write(last + 1);
    if (step.what != Do::toggle) continue;
    if (mine[step.target])
      world.locks[step.target].unlock();
    else
      world.locks[step.target].lock();
    mine[step.target] = !mine[step.target];
  }
  // What it still holds at the end, it sometimes keeps: nobody else gets it then.
  for (std::size_t i = 0; i < kLocks; ++i)
    if (mine[i] && last % 2 == 0) world.locks[i].unlock();
}

}  // namespace

Program lock_program(std::uint64_t seed) {
  Random random(combine(seed, 0x6c6f636b));
  std::vector<std::vector<Step>> scripts(2 + random.below(2));
  for (auto& script : scripts) {
    const std::size_t steps = 2 + random.below(4);
    for (std::size_t i = 0; i < steps; ++i)
      script.push_back({random.flip()   ? Do::toggle
                        : random.flip() ? Do::read
                                        : Do::write,
                        static_cast<std::size_t>(random.below(kLocks)), random.below(4) == 0});
  }
  return [scripts] {
    const auto world = std::make_shared<World>();
    for (const auto& script : scripts) Trial::current().spawn("task", [=] { play(script, *world); });
  };
}

}  // namespace heddle::testing
