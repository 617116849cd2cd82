#include "tests/support/batch_program.h"

#include <memory>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/base/random.h"

namespace heddle::testing {
namespace {

using Numbers = Table<int, int>;

enum class Do : std::uint8_t { look, put, put_some, tell, hear };

struct Step {
  Do what;
  int key;
  std::vector<int> keys;  // of put_some
  bool only_if_even;      // skipped if the last thing that the task saw was odd
};

using Script = std::vector<Step>;

struct World {
  Numbers table{"numbers"};
  std::vector<Pid> tasks;
};

void play(const Script& script, World& world, std::size_t me) {
  int last = 0, value = static_cast<int>(me) * 10;
  std::string said(1, static_cast<char>('a' + me));
  for (const Step& step : script) {
    if (step.only_if_even && last % 2 != 0) continue;
    switch (step.what) {
      case Do::look:
        last = world.table.lookup(step.key).value_or(0);
        break;
      case Do::put:
        world.table.insert(step.key, ++value);
        continue;
      case Do::put_some: {
        std::vector<Numbers::Row> rows;
        for (int key : step.keys) rows.emplace_back(key, ++value);
        world.table.insert(std::move(rows));
        continue;
      }
      case Do::tell:
        send(world.tasks[static_cast<std::size_t>(step.key) % world.tasks.size()], ++value);
        continue;
      case Do::hear:
        last = receive<int>();
        break;
    }
    said += std::to_string(last) + " ";
  }
  outcome(said);
}

}  // namespace

// The first task puts several keys at once, sometimes another one, too; all look.
Program batch_program(std::uint64_t seed) {
  Random random(combine(seed, 0x6261746368));
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random.below(n)); };
  std::vector<Script> scripts(2 + random.below(2));
  const bool two_put = random.below(4) == 0;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    const bool puts = i == 0 || (two_put && i == 1);
    const std::uint64_t steps = 1 + random.below(puts ? 3 : 4);
    for (std::uint64_t k = 0; k < steps; ++k) {
      Step step{Do::look, below(3), {}, random.below(4) == 0};
      const std::uint64_t way = random.below(8);
      if (way == 0) step.what = Do::tell;
      if (way == 1 && i != 0) step.what = Do::hear;
      if (puts && way >= 3) step.what = way == 7 ? Do::put : Do::put_some;
      for (int key = below(2); key < 3; key += 1 + below(2)) step.keys.push_back(key);
      scripts[i].push_back(std::move(step));
    }
  }
  return [scripts] {
    const auto world = std::make_shared<World>();
    for (std::size_t i = 0; i < scripts.size(); ++i)
      world->tasks.push_back(
          Pid{Trial::current().spawn("task", [&scripts, world, i] { play(scripts[i], *world, i); })});
  };
}

}  // namespace heddle::testing
