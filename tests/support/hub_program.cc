#include "tests/support/hub_program.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/base/random.h"
#include "heddle/spec/check.h"
#include "tests/support/cell.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct A {
  std::uint32_t n;
};
struct B {
  std::uint32_t n;
};

enum class Do : std::uint8_t {
  read,
  write,
  update,
  send_a,
  send_b,
  choose,
  take_any,
  take_a,
  take_b,
  take_small,
  try_a
};

struct Step {
  Do what;
  std::uint32_t target;  // cell or receiver
  std::uint32_t value;
  bool only_if_even;  // skipped if the last thing that the task saw was odd
};

using Script = std::vector<Step>;

struct World {
  std::vector<std::unique_ptr<Cell<std::uint32_t>>> cells;
  std::vector<Pid> receivers;
};

std::uint32_t perform(const Step& step, World& world, std::uint32_t last) {
  Cell<std::uint32_t>& cell = *world.cells[step.target % world.cells.size()];
  const Pid to = world.receivers[step.target % world.receivers.size()];
  switch (step.what) {
    case Do::read:
      return cell.read();
    case Do::write:
      cell.write(step.value);
      return last;
    case Do::update:
      return cell.update([&](std::uint32_t v) { return v * 2 + step.value; });
    case Do::send_a:
      send(to, A{step.value});
      return last;
    case Do::send_b:
      send(to, B{step.value});
      return last;
    case Do::choose:
      return choose(2);
    case Do::take_any: {
      std::uint32_t seen = 0;
      receive(on<A>([&](const A& a) { seen = a.n; }), on<B>([&](const B& b) { seen = b.n; }));
      return seen;
    }
    case Do::take_a:
      return receive<A>().n;
    case Do::take_b:
      return receive<B>().n;
    case Do::take_small:
      return receive<A>([limit = step.value](const A& a) { return a.n <= limit; }).n;
    case Do::try_a: {
      const std::optional<A> a = receive<A>(0s);
      return a ? a->n : 9;
    }
  }
  return last;
}

void play(const Script& script, World& world, const std::string& name) {
  std::uint32_t last = 0;
  std::string said = name;
  for (const Step& step : script) {
    if (step.only_if_even && last % 2 == 1) continue;
    last = perform(step, world, last);
    said += std::to_string(last);
  }
  outcome(said);
}

Step random_step(Random& random, bool receiver) {
  Do what;
  if (random.flip()) {
    what = static_cast<Do>(random.below(3));
  } else if (receiver) {
    what = static_cast<Do>(static_cast<std::uint64_t>(Do::take_any) + random.below(5));
  } else {
    what = random.below(8) == 0 ? Do::choose : random.flip() ? Do::send_a : Do::send_b;
  }
  return {what, static_cast<std::uint32_t>(random.below(2)), static_cast<std::uint32_t>(random.below(4)),
          random.below(4) == 0};
}

}  // namespace

Program hub_program(std::uint64_t seed) {
  Random random(combine(seed, 0x687562));
  const std::size_t receivers = 1 + random.below(2), senders = 2 + random.below(2);
  std::vector<Script> scripts(receivers + senders);
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    const std::size_t steps = 1 + random.below(i < receivers ? 4 : 3);
    for (std::size_t k = 0; k < steps; ++k) scripts[i].push_back(random_step(random, i < receivers));
  }
  return [scripts, receivers] {
    const auto world = std::make_shared<World>();
    for (int i = 0; i < 2; ++i) world->cells.push_back(std::make_unique<Cell<std::uint32_t>>());
    for (std::size_t i = 0; i < scripts.size(); ++i) {
      const TaskId id = Trial::current().spawn(
          "task", [&scripts, world, i] { play(scripts[i], *world, std::string(1, static_cast<char>('a' + i))); });
      if (i < receivers) world->receivers.push_back(Pid{id});
    }
  };
}

}  // namespace heddle::testing
