#include "tests/support/message_program.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/base/random.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

enum class Do : std::uint8_t { send, take, take_small, try_take };

struct Step {
  Do what;
  std::uint32_t target;
  bool only_if_even;  // skipped if the last number that the task saw was odd
};

using Script = std::vector<Step>;
using Tasks = std::shared_ptr<std::vector<Pid>>;

void play(const Script& script, const Tasks& tasks, std::uint32_t me) {
  std::uint32_t last = 0, sent = 0;
  std::string said(1, static_cast<char>('a' + me));
  for (const Step& step : script) {
    if (step.only_if_even && last % 2 == 1) continue;
    switch (step.what) {
      case Do::send:
        send((*tasks)[step.target], me * 3 + sent++);
        continue;
      case Do::take:
        last = receive<std::uint32_t>();
        break;
      case Do::take_small:
        last = receive<std::uint32_t>([](std::uint32_t n) { return n < 4; });
        break;
      case Do::try_take:
        last = receive<std::uint32_t>(0s).value_or(9);
        break;
    }
    said += std::to_string(last);
  }
  outcome(said);
}

}  // namespace

// Most messages go to the first task, which mostly receives; the others mostly send.
Program message_program(std::uint64_t seed) {
  Random random(combine(seed, 0x6d657373));
  std::vector<Script> scripts(3);
  for (std::uint32_t i = 0; i < scripts.size(); ++i) {
    const std::uint64_t steps = 2 + random.below(2);
    for (std::uint64_t k = 0; k < steps; ++k) {
      const bool sends = random.below(4) != 0 ? i != 0 : i == 0;
      const auto other = static_cast<std::uint32_t>((i + 1 + random.below(2)) % 3);
      const std::uint64_t way = random.below(6);
      const Do takes = way == 0 ? Do::try_take : way == 1 ? Do::take_small : Do::take;
      scripts[i].push_back({sends ? Do::send : takes, random.flip() && i != 0 ? 0 : other, random.below(6) == 0});
    }
  }
  return [scripts] {
    const auto tasks = std::make_shared<std::vector<Pid>>();
    for (std::uint32_t i = 0; i < scripts.size(); ++i)
      tasks->push_back(Pid{Trial::current().spawn("task", [&scripts, tasks, i] { play(scripts[i], tasks, i); })});
  };
}

}  // namespace heddle::testing
