// Random programs, most of which fail under some schedules: for checking that failures replay exactly, whatever flags this file
// was compiled with and whether or not trials are isolated. 1300 of them, or as many as RANDOM_PROGRAMS in the environment says.
#include <fmt/format.h>
#include <heddle/heddle.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "heddle/base/random.h"

using namespace heddle;
using namespace std::chrono_literals;

namespace {

struct Word {
  int from;
  int value;
};
struct Goodbye {
  int from;
  int value;
};
struct Nudge {
  int value;
};

// What an actor does, fixed by the program's number.
struct Step {
  enum Kind { tell, nudge, count, wait, draw, nap, look, kinds } kind;
  int argument;
};

using Shape = std::vector<std::vector<Step>>;

Shape shape_of(std::uint64_t number) {
  Random random(number);
  Shape shape(2 + random.below(3));
  for (std::vector<Step>& steps : shape) {
    const std::uint64_t length = 2 + random.below(4);
    for (std::uint64_t i = 0; i < length; ++i)
      steps.push_back({static_cast<Step::Kind>(random.below(Step::kinds)), static_cast<int>(random.below(3))});
  }
  return shape;
}

void act(int me, const std::vector<Step>& steps, Pid test, const std::vector<Pid>& others, Table<int, int> table) {
  int state = me;
  for (const Step& step : steps) {
    switch (step.kind) {
      case Step::tell:
        send(test, Word{me, state});
        break;
      case Step::nudge:
        if (!others.empty()) send(others[static_cast<std::size_t>(step.argument) % others.size()], Nudge{state});
        break;
      case Step::count:
        state = state * 31 + table.update_counter(step.argument, 1, 0);
        break;
      case Step::wait:
        if (const auto nudge = receive<Nudge>(Duration(step.argument * 1ms))) state = state * 31 + nudge->value;
        break;
      case Step::draw:
        state = state * 31 + static_cast<int>(choose(2 + static_cast<std::uint32_t>(step.argument)));
        break;
      case Step::nap:
        sleep(step.argument * 1ms);
        break;
      case Step::look:
        state = state * 31 + (others.empty() || is_alive(others.front()));
        break;
      case Step::kinds:
        break;
    }
    state %= 1'000'003;
  }
  send(test, Goodbye{me, state});
}

void program(std::uint64_t number) {
  const Shape shape = shape_of(number);
  const Table<int, int> table{"counts"};
  std::vector<Pid> actors;
  for (std::size_t i = 0; i < shape.size(); ++i)
    actors.push_back(spawn("actor", [=, test = self(), steps = shape[i], others = actors] {
      act(static_cast<int>(i), steps, test, others, table);
    }));
  std::uint64_t hash = number;
  const auto hear = [&](int kind, int from, int value) {
    hash = combine(hash, combine(static_cast<std::uint64_t>(3 * from + kind), static_cast<std::uint64_t>(value)));
  };
  for (std::size_t left = shape.size(); left > 0;)
    receive(on<Word>([&](const Word& word) { hear(1, word.from, word.value); }), on<Goodbye>([&](const Goodbye& last) {
              hear(2, last.from, last.value);
              --left;
            }));
  check(hash % 5 != 0, "the words hashed to {:x}", hash);
}

const bool added = [] {
  const char* asked = std::getenv("RANDOM_PROGRAMS");
  const std::uint64_t programs = asked ? std::stoull(asked) : 1300;
  for (std::uint64_t number = 0; number < programs; ++number)
    add_test(fmt::format("random.{:05}", number), [number] { program(number); }, {.trials = 300});
  return true;
}();

}  // namespace
