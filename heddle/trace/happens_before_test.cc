#include "heddle/trace/happens_before.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/actor/table.h"
#include "heddle/actor/timer.h"
#include "heddle/engine/dependence.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"
#include "tests/support/enumerate.h"
#include "tests/support/lock.h"
#include "tests/support/random_program.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// Straight from the definition, in cubic time.
class Reference {
 public:
  Reference(const History& history, const std::vector<const ObjectKind*>& kinds)
      : history_(history),
        size_(static_cast<std::uint32_t>(history.events.size())),
        before_(size_, std::vector<bool>(size_)) {
    for (std::uint32_t j = 0; j < size_; ++j) {
      before_[j][j] = true;
      for (std::uint32_t i = 0; i < j; ++i)
        if (must_precede(i, j))
          order(i, j, false);
        else if (conflict(i, j, kinds))
          order(i, j, true);
    }
    close();
    for (const auto& [i, j] : candidates_)
      if (!between(i, j)) races.insert({i, j});
  }

  bool before(std::uint32_t a, std::uint32_t b) const { return before_[a][b]; }

  Pairs races;

 private:
  const Event& event(std::uint32_t i) const { return history_.events[i]; }

  // Whatever the schedule: one task, birth, a message and its receive, the clock, a strike and the end that it brings.
  bool must_precede(std::uint32_t i, std::uint32_t j) const {
    const Event& a = event(i);
    const Event& b = event(j);
    if (a.task == b.task) return true;
    if (b.sequence == 1 && history_.tasks[index(b.task)].spawned_by == i) return true;
    if (i < b.after) return true;
    for (const Touch& touch : history_.touches_of(b)) {
      if (touch.access != Access::take) continue;
      const MessageRecord& message = history_.messages[touch.detail];
      if (message.event == i && !history_.receives[message.taken_by].contested) return true;
    }
    return strikes(i, b.task, 0);
  }

  // Does event i end this task, which had (1) or had not (0) an operation pending?
  bool strikes(std::uint32_t i, TaskId task, std::uint32_t pending) const {
    if (event(i).task == task) return false;
    for (const Touch& touch : history_.touches_of(event(i)))
      if (touch.access == Access::strike && touch.object == history_.tasks[index(task)].life && touch.detail == pending)
        return true;
    return false;
  }

  bool conflict(std::uint32_t i, std::uint32_t j, const std::vector<const ObjectKind*>& kinds) const {
    const Event& a = event(i);
    const Event& b = event(j);
    for (const Touch& x : history_.touches_of(a))
      for (const Touch& y : history_.touches_of(b))
        if (x.object == y.object && dependent(history_, *kinds[index(x.object)], a, x, b, y)) return true;
    return strikes(j, a.task, 0) || strikes(j, a.task, 1);
  }

  void order(std::uint32_t i, std::uint32_t j, bool reversible) {
    before_[i][j] = true;
    if (reversible) candidates_.insert({i, j});
  }

  void close() {
    for (std::uint32_t k = 0; k < size_; ++k)
      for (std::uint32_t i = 0; i < k; ++i)
        if (before_[i][k])
          for (std::uint32_t j = k + 1; j < size_; ++j)
            if (before_[k][j]) before_[i][j] = true;
  }

  bool between(std::uint32_t i, std::uint32_t j) const {
    for (std::uint32_t k = i + 1; k < j; ++k)
      if (before_[i][k] && before_[k][j]) return true;
    return false;
  }

  const History& history_;
  std::uint32_t size_;
  std::vector<std::vector<bool>> before_;
  Pairs candidates_;
};

std::string story(const History& history) {
  std::string text;
  for (std::uint32_t i = 0; i < history.events.size(); ++i) {
    const Event& event = history.events[i];
    text += fmt::format("{:4}: task {} #{} {}", i, index(event.task), event.sequence, event.kind->name);
    for (const Touch& touch : history.touches_of(event))
      text += fmt::format(" {}({},{})", to_string(touch.access), index(touch.object), touch.detail);
    text += "\n";
  }
  return text;
}

std::string show(const Pairs& pairs) {
  std::string text;
  for (const auto& [i, j] : pairs) text += fmt::format(" {}-{}", i, j);
  return text;
}

void expect_agreement(Trial& trial, const HappensBefore& found) {
  const History& history = trial.history();
  const Reference expected(history, kinds_of(trial));
  for (std::uint32_t i = 0; i < history.events.size(); ++i)
    for (std::uint32_t j = i; j < history.events.size(); ++j)
      ASSERT_EQ(found.before(i, j), expected.before(i, j)) << i << " before " << j << " in\n" << story(history);
  Pairs races;
  for (const Race& race : found.races())
    EXPECT_TRUE(races.insert({race.first, race.second}).second) << "reported twice";
  ASSERT_EQ(races, expected.races) << "expected" << show(expected.races) << "\nfound" << show(races) << "\n"
                                   << story(history);
}

// --- all executions of small programs ---

struct A {
  int n = 0;
};
struct B {};

const std::vector<std::pair<const char*, Program>>& small_programs() {
  static const std::vector<std::pair<const char*, Program>> programs = {
      {"any",
       [] {
         for (int i = 0; i < 3; ++i) spawn("sender", [test = self(), i] { send(test, A{i}); });
         for (int i = 0; i < 3; ++i) receive<A>();
       }},
      {"typed",
       [] {
         spawn("a", [test = self()] { send(test, A{}); });
         spawn("b", [test = self()] { send(test, B{}); });
         receive<B>();
         receive<A>(0s);
       }},
      {"tagged",
       [] {
         for (int i = 0; i < 2; ++i) spawn("sender", [test = self(), i] { send(test, A{i}); });
         for (int i = 0; i < 2; ++i) receive<A>([i](const A& a) { return a.n == i; });
       }},
      {"time-out",
       [] {
         for (int i = 0; i < 2; ++i) spawn("sender", [test = self(), i] { send(test, A{i}); });
         receive<A>(0s);
       }},
      {"kill",
       [] {
         const Pid child = spawn("child", [test = self()] {
           send(test, A{});
           receive<B>();
         });
         spawn("killer", [=] { exit(child, kKill); });
         send(child, B{});
       }},
      {"table",
       [] {
         const Table<int, int> table{"t"};
         for (int i = 0; i < 2; ++i)
           spawn("writer", [=] {
             table.insert_new(0, i);
             table.insert({{1, i}, {2, i}});
           });
         table.lookup(2);
       }},
      {"watched",
       [] {
         const Pid child = spawn("child", [] {});
         for (int i = 0; i < 2; ++i)
           spawn("watcher", [=] {
             monitor(child);
             receive<Down>();
           });
       }},
  };
  return programs;
}

TEST(HappensBefore, AgreesWithItsDefinitionInEveryExecution) {
  for (const auto& [name, program] : small_programs()) {
    SCOPED_TRACE(name);
    const Exploration found = enumerate_and_look(program, {}, expect_agreement);
    EXPECT_GT(found.executions, 1u);
    if (HasFatalFailure()) return;
  }
}

// A race says that the second event could have come without the first before it: there is such an execution.
TEST(HappensBefore, RacesCanGoTheOtherWay) {
  using Id = std::pair<std::uint64_t, std::uint32_t>;  // task and number of the event
  for (const auto& [name, program] : small_programs()) {
    SCOPED_TRACE(name);
    std::set<std::pair<Id, Id>> raced, without;  // the second came, and the first had not
    std::set<Id> all;
    std::vector<std::vector<Id>> executions;
    enumerate_and_look(program, {}, [&](Trial& trial, const HappensBefore& found) {
      const History& history = trial.history();
      std::vector<Id> ids;
      for (const Event& event : history.events)
        ids.push_back({history.tasks[index(event.task)].stable, event.sequence});
      for (const Race& race : found.races()) raced.insert({ids[race.first], ids[race.second]});
      all.insert(ids.begin(), ids.end());
      executions.push_back(std::move(ids));
    });
    for (const std::vector<Id>& ids : executions) {
      std::set<Id> come;
      for (const Id& id : ids) {
        for (const Id& other : all)
          if (!come.contains(other)) without.insert({other, id});
        come.insert(id);
      }
    }
    for (const auto& race : raced) EXPECT_TRUE(without.contains(race));
  }
}

// --- random programs ---

void expect_same_races(const std::vector<Race>& races, const std::vector<Race>& others) {
  ASSERT_EQ(races.size(), others.size());
  for (std::size_t i = 0; i < races.size(); ++i) {
    ASSERT_EQ(races[i].first, others[i].first);
    ASSERT_EQ(races[i].second, others[i].second);
  }
}

TEST(HappensBefore, AgreesWithItsDefinitionInRandomPrograms) {
  RandomWalk walk;
  Pos pos;
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 16);
  std::size_t races = 0;
  for (std::uint64_t seed = 0; seed < 600 && !::testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    Settings settings;
    settings.time = seed % 2 == 0 ? TimeMode::virtual_clock : TimeMode::any_time;
    Trial trial(settings);
    trial.keep_history(true);
    HappensBefore happens_before;
    trial.before_cleanup([&](Trial& t) {
      happens_before.analyse(t.history(), kinds_of(t));
      expect_agreement(t, happens_before);
      races += happens_before.races().size();
      detail::ClockPass<std::uint32_t> wide;  // as for long trials
      wide.analyse(t.history(), kinds_of(t), Observers::on);
      expect_same_races(happens_before.races(), wide.races());
    });
    const Program program = random_program(seed, {.tasks = 4, .operations = 6, .choices = true});
    for (std::uint64_t i = 0; i < 3; ++i)
      trial.run(program, i == 0 ? static_cast<Strategy&>(walk) : pos, {i, combine(seed, i)}, board.board(),
                &ActorSystem::run_body);
  }
  EXPECT_GT(races, 1'000u);
}

// So many tasks that their clocks are more than one chunk (ClockStore).
TEST(HappensBefore, AgreesWithItsDefinitionWithManyTasks) {
  Pos pos;
  BoardMemory board(BoardMemory::Sharing::private_memory, 1 << 16);
  Trial trial;
  trial.keep_history(true);
  HappensBefore happens_before;  // used again, as it is in an exploration
  std::size_t races = 0, chains = 0;
  trial.before_cleanup([&](Trial& t) {
    happens_before.analyse(t.history(), kinds_of(t));
    expect_agreement(t, happens_before);
    races += happens_before.races().size();
    chains = std::max(chains, happens_before.chains());
  });
  for (std::uint64_t seed = 0; seed < 40 && !::testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("program {}", seed));
    const Program program = random_program(seed, {.tasks = 70, .operations = 2});
    trial.run(program, pos, {0, seed}, board.board(), &ActorSystem::run_body);
  }
  EXPECT_GT(races, 1'000u);
  EXPECT_GT(chains, 64u);
}

// --- long histories ---

// Around the length from which on positions need more than 16 bits: all of one chain but a few.
TEST(HappensBefore, IsTheSameWhereClocksBecomeWider) {
  std::set<std::size_t> lengths;
  for (int extra = 0; extra < 4; ++extra) {
    Settings settings;
    settings.max_steps = 100'000;
    Trial trial(settings);
    trial.keep_history(true);
    BoardMemory board;
    Pos pos;
    trial.before_cleanup([&](Trial& t) {
      HappensBefore happens_before;
      happens_before.analyse(t);
      detail::ClockPass<std::uint32_t> wide;
      wide.analyse(t.history(), kinds_of(t), Observers::on);
      expect_same_races(happens_before.races(), wide.races());
      const auto last = static_cast<std::uint32_t>(t.history().events.size() - 1);
      for (std::uint32_t i = 0; i <= last; ++i) ASSERT_EQ(happens_before.before(i, last), wide.before(i, last)) << i;
      lengths.insert(t.history().events.size());
    });
    const Outcome outcome = trial.run(
        [extra] {
          const Pid other = spawn("other", [] {
            for (int i = 0; i < 3; ++i) receive<A>();
          });
          for (int i = 0; i < 32'757 + extra; ++i) send(self(), A{i});
          for (int i = 0; i < 3; ++i) send(other, A{i});
        },
        pos, {0, 1}, board.board(), &ActorSystem::run_body);
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
  }
  EXPECT_TRUE(lengths.contains(32'767)) << *lengths.begin();
  EXPECT_TRUE(lengths.contains(32'768)) << *lengths.begin();
}

// Prints what it took; a quadratic pass would need some 10^10 steps here, and hours.
TEST(HappensBefore, IsNearLinear) {
  constexpr int kRounds = 100'000;
  Settings settings;
  settings.max_steps = 10 * kRounds;
  Trial trial(settings);
  trial.keep_history(true);
  BoardMemory board;
  RandomWalk walk;
  HappensBefore happens_before;
  trial.before_cleanup([&](Trial& t) { happens_before.analyse(t.history(), kinds_of(t)); });
  const auto run = [&](const char* name, const Program& program) {
    const Outcome outcome = trial.run(program, walk, {0, 1}, board.board(), &ActorSystem::run_body);
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
    fmt::print("{}: {} events, {} races\n", name, trial.history().events.size(), happens_before.races().size());
  };
  run("ping-pong", [] {
    const Pid other = spawn("other", [test = self()] {
      for (int i = 0; i < kRounds; ++i) send(test, receive<A>());
    });
    for (int i = 0; i < kRounds; ++i) {
      send(other, A{i});
      receive<A>();
    }
  });
  EXPECT_TRUE(happens_before.races().empty());
  // Two clients of one lock: requests wait while others are served, and never cover one another.
  struct Acquire {
    Pid from;
  };
  struct Release {};
  run("lock", [] {
    const Pid lock = spawn("lock", [] {
      daemon();
      for (;;) {
        send(receive<Acquire>().from, A{});
        receive<Release>();
      }
    });
    for (int client = 0; client < 2; ++client)
      spawn("client", [=] {
        for (int i = 0; i < kRounds / 10; ++i) {
          send(lock, Acquire{self()});
          receive<A>();
          send(lock, Release{});
        }
      });
  });
}

// Each firing of a timer is a task. Those that come one after the other have one component of the clocks in common.
TEST(HappensBefore, ClocksAreAsShortAsFewTasksLiveBesideOneAnother) {
  const auto chains = [](const Program& program) {
    Trial trial;
    trial.keep_history(true);
    BoardMemory board;
    RandomWalk walk;
    HappensBefore order;
    trial.before_cleanup([&](Trial& t) {
      order.analyse(t.history(), kinds_of(t));
      expect_agreement(t, order);
    });
    EXPECT_FALSE(trial.run(program, walk, {0, 1}, board.board(), &ActorSystem::run_body).failure);
    return order.chains();
  };
  EXPECT_EQ(chains([] {
              for (int i = 0; i < 20; ++i) {
                send_after(1s, self(), A{i});
                receive<A>();
              }
            }),
            2u);
  EXPECT_EQ(chains([] {
              for (int i = 0; i < 20; ++i) send_after(1s, self(), A{i});
              for (int i = 0; i < 20; ++i) receive<A>();
            }),
            21u);
}

TEST(HappensBefore, WhoTakesALockRacesWithWhoTookItBefore) {
  std::size_t races = 0;
  const Exploration found = enumerate_and_look(
      [] {
        const auto lock = std::make_shared<Lock>();
        for (int i = 0; i < 3; ++i)
          Trial::current().spawn("task", [lock] {
            lock->lock();
            lock->unlock();
          });
      },
      {},
      [&](Trial& trial, const HappensBefore& order) {
        const std::vector<Event>& events = trial.history().events;
        for (const Race& race : order.races()) {
          EXPECT_EQ(events[race.first].kind, &kLock);  // and not with who gave it back
          EXPECT_EQ(events[race.second].kind, &kLock);
        }
        races += order.races().size();
      });
  EXPECT_EQ(found.classes(), 6u);
  EXPECT_EQ(races, 2 * found.executions);
}

}  // namespace
}  // namespace heddle::testing
