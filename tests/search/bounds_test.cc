// Bounded searches against brute force: every class that has an execution within the bound, and no execution beyond it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "heddle/actor/system.h"
#include "heddle/base/hash.h"
#include "heddle/base/random.h"
#include "tests/support/cell.h"
#include "tests/support/effort.h"
#include "tests/support/hub_program.h"
#include "tests/support/random_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 1'000;
constexpr std::uint64_t Bounds::* kBounds[] = {&Bounds::preemptions, &Bounds::delays, &Bounds::steps, &Bounds::faults};

// Whatever decides, this counts what it costs.
class Meter final : public Strategy {
 public:
  explicit Meter(Strategy& inner) : inner_(inner) {}
  Wants wants() const override { return {.executed = true, .history = true}; }
  bool fair() const override { return inner_.fair(); }
  void begin(const TrialStart& start) override {
    cost = {0, 0, 0, 0, 0};
    last_ = kNoTask;
    inner_.begin(start);
  }
  const Pending& pick(Ready& ready) override {
    bool could_go_on = false;
    for (std::size_t i = 0; i < ready.size(); ++i) could_go_on |= ready[i].task == last_;
    const Pending& picked = inner_.pick(ready);
    // Round robin, from the task that ran last: how far was it to the one that was picked?
    const auto far = [this](TaskId task) {
      const auto t = static_cast<std::int64_t>(task), last = static_cast<std::int64_t>(last_);
      return last_ == kNoTask || t >= last ? t : t + 1'000'000;
    };
    for (std::size_t i = 0; i < ready.size(); ++i) cost.delays += far(ready[i].task) < far(picked.task);
    cost.preemptions += could_go_on && picked.task != last_;
    return picked;
  }
  std::uint32_t choose(const Choice& choice) override {
    Choice asked = choice;
    if (all_are_faults) asked.type = DecisionType::fault;
    const std::uint32_t answer = inner_.choose(asked);
    cost.faults += asked.type == DecisionType::fault && answer != 0;
    return answer;
  }
  void executed(const Operation& done, TaskId task, std::span<const Touch> touches, Ready& ready) override {
    last_ = task;
    ++cost.steps;
    if (inner_.wants().executed) inner_.executed(done, task, touches, ready);
  }
  void finished(const Trial& trial) override { inner_.finished(trial); }
  bool end(const TrialEnd& end) override { return inner_.end(end); }

  Bounds cost;
  static inline bool all_are_faults = false;  // every choice, whatever its type

 private:
  Strategy& inner_;
  TaskId last_ = kNoTask;
};

struct Explored {
  std::uint64_t executions = 0;
  std::map<std::uint64_t, Bounds> cheapest;  // by class that was not cut: the least of each
  Bounds dearest = {0, 0, 0, 0, 0};          // the most of each
};

Explored explore(const Program& program, Settings settings, Strategy& strategy, std::uint64_t limit) {
  settings.run_on = true;
  Trial trial(settings);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  Meter meter(strategy);
  Explored found;
  for (bool more = true; more && found.executions <= limit; ++found.executions) {
    const Outcome outcome = trial.run(program, meter, {}, board.board(), &ActorSystem::run_body);
    more = meter.end(end_of_trial(outcome));
    for (const auto bound : kBounds) {
      found.dearest.*bound = std::max(found.dearest.*bound, meter.cost.*bound);
      if (end_of_trial(outcome).cut) continue;
      std::uint64_t& least = found.cheapest[outcome.order_hash].*bound;
      least = std::min(least, meter.cost.*bound);
    }
  }
  return found;
}

// How many classes lie within each bound is added to `within`, how many beyond to `beyond`.
struct Seen {
  std::uint64_t programs = 0, within = 0, beyond = 0;
};

void expect_all_within(const Program& program, const Settings& settings, std::uint64_t Bounds::* bound,
                       Reduction reduction, Seen& sum) {
  Enumerate enumerate;
  const Explored all = explore(program, settings, enumerate, kLimit);
  if (all.executions > kLimit) return;
  ++sum.programs;
  const std::uint64_t least = bound == &Bounds::steps ? 3 : 0;
  for (std::uint64_t most = least; most < least + 3; ++most) {
    Scope scope{.reduction = reduction};
    scope.bounds.*bound = most;
    SCOPED_TRACE(fmt::format("within {}, {}", words(scope.bounds), to_string(reduction)));
    Settings bounded = settings;
    bounded.run_on = true;
    bounded.max_steps = std::min(bounded.max_steps, scope.bounds.steps);
    SequenceSearch search(program, bounded, &ActorSystem::run_body, scope);
    const Explored found = explore(program, bounded, search, 20 * kLimit);
    EXPECT_EQ(search.counts().departed, "");
    EXPECT_LE(found.dearest.*bound, most);
    for (const auto& [order, cost] : all.cheapest) {
      (cost.*bound <= most ? sum.within : sum.beyond)++;
      EXPECT_EQ(found.cheapest.contains(order), cost.*bound <= most) << "class " << order;
    }
    EXPECT_EQ(search.counts().beyond + search.counts().cut > 0, all.dearest.*bound > most);
    EXPECT_EQ(search.counts().executions + search.counts().redundant, found.executions);
  }
}

void expect_all_within(std::uint64_t Bounds::* bound, Reduction reduction) {
  Seen sum;
  for (std::uint64_t seed = 0; seed < many(200) && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    expect_all_within(program, seed % 4 == 0 ? any_time() : Settings{}, bound, reduction, sum);
    expect_all_within(hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}, bound, reduction, sum);
  }
  EXPECT_GT(sum.programs, enough(200));
  EXPECT_GT(sum.within, enough(100));
  EXPECT_GT(sum.beyond, enough(100));
}

TEST(Bounds, OfPreemptions) { expect_all_within(&Bounds::preemptions, Reduction::none); }
TEST(Bounds, OfDelays) { expect_all_within(&Bounds::delays, Reduction::none); }
TEST(Bounds, OfSteps) {
  expect_all_within(&Bounds::steps, Reduction::none);
  expect_all_within(&Bounds::steps, Reduction::sleep);
}

// Tasks that share memory, and that faults may strike before each access; what a fault does depends on which it is.
Program faulty_program(std::uint64_t seed) {
  return [seed] {
    Random random(combine(seed, 1));
    const auto words = std::make_shared<std::array<Cell<int>, 2>>();
    const std::uint64_t tasks = 2 + random.below(2);
    for (std::uint64_t task = 0; task < tasks; ++task) {
      const std::uint64_t own = random.next();
      Trial::current().spawn("task", [words, own, tasks] {
        Random draw(own);
        for (std::uint64_t i = 1 + draw.below(tasks == 2 ? 3 : 2); i > 0; --i) {
          Cell<int>& word = (*words)[draw.below(2)];
          const std::uint64_t what = draw.below(3), kinds = draw.below(4);
          std::uint32_t fault = 0;
          if (kinds != 0)
            fault =
                Trial::current().choose({.type = kinds == 3 ? DecisionType::value : DecisionType::fault, .count = 2});
          if (fault == 1 && kinds == 1) continue;
          if (what == 0)
            word.read();
          else if (what == 1)
            word.write(1);
          else if (word.update([](int value) { return value + 1; }) == 0)
            word.read();
          if (fault == 1 && kinds == 2) word.write(2);
        }
      });
    }
  };
}

TEST(Bounds, OfFaults) {
  for (const Reduction reduction : {Reduction::none, Reduction::sleep, Reduction::source, Reduction::optimal}) {
    Seen sum;
    for (std::uint64_t seed = 0; seed < many(400) && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("program {}", seed));
      expect_all_within(faulty_program(seed), {}, &Bounds::faults, reduction, sum);
    }
    EXPECT_GT(sum.programs, enough(200));
    EXPECT_GT(sum.beyond, enough(500));
  }
}

// The same of programs with every primitive, in which each choice counts as a fault.
TEST(Bounds, OfFaultsAmongMessages) {
  Meter::all_are_faults = true;
  for (const Reduction reduction : {Reduction::sleep, Reduction::source, Reduction::optimal}) {
    Seen sum;
    for (std::uint64_t seed = 0; seed < many(400) && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("program {}", seed));
      const Program program = random_program(seed, {.tasks = 2, .operations = 3, .choices = true, .nodes = false});
      expect_all_within(program, seed % 4 == 0 ? any_time() : Settings{}, &Bounds::faults, reduction, sum);
    }
    EXPECT_GT(sum.programs, enough(100));
    EXPECT_GT(sum.beyond, enough(100));
  }
  Meter::all_are_faults = false;
}

}  // namespace
}  // namespace heddle::testing
