// Weaker reductions and messages without observers: more executions, the same classes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "heddle/actor/system.h"
#include "heddle/base/hash.h"
#include "heddle/base/random.h"
#include "tests/search/closed_form.h"
#include "tests/search/textbook.h"
#include "tests/support/cell.h"
#include "tests/support/effort.h"
#include "tests/support/hub_program.h"
#include "tests/support/random_program.h"
#include "tests/support/searched.h"

namespace heddle::testing {
namespace {

constexpr std::uint64_t kLimit = 2'000;

// How many executions there are, and of what classes, without observers: the order of sends to each mailbox counts.
struct BruteForce {
  std::uint64_t executions = 0;
  std::set<std::uint64_t> classes;  // by order_hash
  std::set<std::uint64_t> without_observers;
};

BruteForce brute_force(const Program& program, Settings settings) {
  settings.run_on = true;
  Trial trial(settings);
  trial.keep_history(true);
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 20);
  Enumerate strategy;
  BruteForce found;
  bool more = true;
  while (more && found.executions <= kLimit) {
    const Outcome outcome = trial.run(program, strategy, {}, board.board(), &ActorSystem::run_body);
    more = strategy.end(end_of_trial(outcome));
    ++found.executions;
    found.classes.insert(outcome.order_hash);
    std::map<std::uint64_t, std::uint64_t> sends;  // by mailbox
    const History& h = trial.history();
    for (const Event& event : h.events)
      for (const Touch& touch : h.touches_of(event)) {
        if (touch.access != Access::send) continue;
        std::uint64_t& order = sends[h.object_stable[index(touch.object)]];
        order = mix(order * 3 + h.tasks[index(event.task)].stable + 7 * event.sequence);
      }
    std::uint64_t sum = outcome.order_hash;
    for (const auto& [mailbox, order] : sends) sum = mix(sum + mailbox) + order;
    found.without_observers.insert(sum);
  }
  return found;
}

struct Runs {
  std::uint64_t none = 0, sleep = 0, source = 0, without_observers = 0, optimal = 0;
};

// False: too many executions for brute force.
bool agrees(const Program& program, const Settings& settings, Runs& sum) {
  const BruteForce all = brute_force(program, settings);
  if (all.executions > kLimit) return false;
  std::uint64_t runs[4] = {};
  for (const Reduction reduction : {Reduction::none, Reduction::sleep, Reduction::source, Reduction::optimal})
    for (const Observers observers : {Observers::off, Observers::on}) {
      SCOPED_TRACE(fmt::format("{}, observers {}", to_string(reduction), observers == Observers::on ? "on" : "off"));
      const Searched found =
          search_all(program, settings, 20 * kLimit, {.reduction = reduction, .observers = observers});
      for (const std::uint64_t order : all.classes) EXPECT_TRUE(found.seen.contains(order)) << "lost " << order;
      EXPECT_EQ(found.seen.size(), all.classes.size());
      EXPECT_EQ(found.counts.executions,
                observers == Observers::on ? all.classes.size() : all.without_observers.size());
      const std::uint64_t total = found.counts.executions + found.counts.redundant;
      runs[static_cast<int>(reduction)] = total;
      if (reduction == Reduction::none) {
        EXPECT_EQ(total, all.executions);
      }
      if (reduction == Reduction::optimal) {
        EXPECT_EQ(found.counts.redundant, 0u);
      }
      if (reduction == Reduction::optimal && observers == Observers::off) sum.without_observers += total;
    }
  EXPECT_LE(runs[3], runs[2]);
  EXPECT_LE(runs[2], 2 * runs[1]);  // where a task strikes another, source sets give up and start again
  EXPECT_LE(runs[1], runs[0]);
  sum.none += runs[0];
  sum.sleep += runs[1];
  sum.source += runs[2];
  sum.optimal += runs[3];
  return true;
}

TEST(Reduction, LosesNoClassOfRandomPrograms) {
  std::uint64_t programs = 0;
  Runs sum;
  for (std::uint64_t seed = 0; seed < many(500) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = seed % 5 == 0 ? 3u : 2u,
                                                  .operations = 2 + static_cast<std::uint32_t>(seed % 2),
                                                  .choices = seed % 3 == 0,
                                                  .nodes = seed % 2 == 0});
    programs += agrees(program, seed % 4 == 0 ? any_time() : Settings{}, sum);
  }
  EXPECT_GT(programs, enough(250));
  EXPECT_GT(sum.none, 10 * sum.sleep);  // or it would show little
  EXPECT_GT(sum.sleep, 2 * sum.source);
  EXPECT_GT(sum.source, sum.without_observers);
  EXPECT_GT(sum.without_observers, sum.optimal);
}

// Once only 17 of the 19 orders of sends were found by optimal without observers.
TEST(Reduction, ReckonsWithChoicesThatFollowAPlan) {
  Runs sum;
  EXPECT_TRUE(agrees(hub_program(1'840), any_time(), sum));
}

TEST(Reduction, LosesNoClassOfHubPrograms) {
  std::uint64_t programs = 0;
  Runs sum;
  for (std::uint64_t seed = 0; seed < many(500) && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("hub {}", seed));
    programs += agrees(hub_program(seed), seed % 2 == 0 ? any_time() : Settings{}, sum);
  }
  EXPECT_GT(programs, enough(250));
  EXPECT_GT(sum.none, 10 * sum.sleep);  // or it would show little
  EXPECT_GT(sum.sleep, 2 * sum.source);
  EXPECT_GT(sum.source, sum.without_observers);
  EXPECT_GT(sum.without_observers, sum.optimal);
}

Program run(const StraightLine& program) {
  return [program] {
    const auto words = std::make_shared<std::vector<std::unique_ptr<Cell<int>>>>();
    for (int i = 0; i < 5; ++i) words->push_back(std::make_unique<Cell<int>>());
    int value = 0;
    for (const std::vector<MemoryAccess>& accesses : program) {
      const int first = value += 10;
      Trial::current().spawn("task", [words, accesses, first] {
        int written = first;
        for (const MemoryAccess& access : accesses) {
          Cell<int>& word = *(*words)[static_cast<std::size_t>(access.word)];
          if (access.writes)
            word.write(++written);
          else
            word.read();
        }
      });
    }
  };
}

constexpr int kExit = -1;

void expect_as_in_textbooks(const StraightLine& program) {
  const auto runs = [&](Reduction reduction) {
    const Searched found = search_all(run(program), {}, 2'000'000, {.reduction = reduction});
    return Expected{found.counts.executions, found.counts.redundant};
  };
  const Expected optimal = runs(Reduction::optimal), none = runs(Reduction::none), sleep = runs(Reduction::sleep),
                 source = runs(Reduction::source);
  StraightLine whole = program;
  whole.insert(whole.begin(), {{kExit, true}});  // of the test's own function, which depends on nothing
  const Expected by_sleep = by_sleep_sets(whole), by_source = by_source_sets(whole);
  EXPECT_EQ(none.all(), by_interleaving(whole).complete);
  EXPECT_EQ(none.complete, optimal.complete);
  EXPECT_EQ(sleep.complete, by_sleep.complete);
  EXPECT_EQ(sleep.blocked, by_sleep.blocked);
  EXPECT_EQ(source.complete, by_source.complete);
  EXPECT_EQ(source.blocked, by_source.blocked);
  EXPECT_EQ(by_sleep.complete, optimal.complete);
  EXPECT_EQ(by_source.complete, optimal.complete);
}

TEST(Reduction, RunsAsOftenAsInTextbooks) {
  for (int n = 1; n <= 4; ++n) {
    StraightLine readers{{{0, true}}}, writers, mixed;
    for (int i = 0; i < n; ++i) readers.push_back({{i + 1, false}, {0, false}});
    for (int i = 0; i < n; ++i) writers.push_back({{0, true}});
    for (int i = 0; i < n; ++i) mixed.push_back({{i, false}, {i + 1, true}});
    expect_as_in_textbooks(readers);
    expect_as_in_textbooks(writers);
    expect_as_in_textbooks(mixed);
  }
}

TEST(Reduction, RunsAsOftenAsInTextbooksForRandomPrograms) {
  Random random(7);
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("program {}", i));
    StraightLine program(2 + random.below(3));
    const std::uint64_t longest = program.size() == 4 ? 2 : 3;
    for (auto& task : program)
      for (std::uint64_t n = 1 + random.below(longest); n > 0; --n)
        task.push_back({static_cast<int>(random.below(3)), random.below(2) == 0});
    expect_as_in_textbooks(program);
  }
}

// Source sets alone would find 14 of its 23 classes: tasks end one another by exit signals.
TEST(Reduction, SourceSetsGiveUpWhereATaskStrikesAnother) {
  Runs sum;
  EXPECT_TRUE(agrees(random_program(2131, {.tasks = 2, .operations = 3, .nodes = false}), {}, sum));
}

TEST(Reduction, LosesNoClassOfProgramsWithClosedForms) {
  Runs sum;
  std::uint64_t programs = 0;
  for (int n = 2; n <= 4; ++n)
    for (const Program& program : {readers(n), last_zero(n), writers(n), messages(n, false), messages(n, true),
                                   first_of_many(n, 1), first_of_many(n, n - 1)})
      programs += agrees(program, {}, sum);
  EXPECT_GE(programs, 14u);
}

// N senders to somebody who asks for each by name, or who takes the first: without observers, every order counts.
TEST(Reduction, WithoutObserversEveryOrderOfMessagesCounts) {
  const auto classes = [](const Program& program) {
    const Searched found = search_all(program, {}, 2'000'000, {.observers = Observers::off});
    EXPECT_EQ(found.counts.redundant, 0u);
    return found.counts.executions;
  };
  std::uint64_t orders = 1;
  for (int n = 2; n <= 5; ++n) {
    orders *= static_cast<std::uint64_t>(n);
    EXPECT_EQ(classes(messages(n, true)), orders);
    EXPECT_EQ(classes(first_of_many(n, 1)), orders);
  }
}

}  // namespace
}  // namespace heddle::testing
