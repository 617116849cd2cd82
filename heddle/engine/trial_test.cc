#include "heddle/engine/trial.h"

#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <set>
#include <stdexcept>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/spec/check.h"
#include "heddle/strategy/pos.h"
#include "heddle/strategy/random_walk.h"

namespace heddle {
namespace {

struct Note {
  int n;
};

class TrialTest : public ::testing::Test {
 protected:
  Outcome run(const std::function<void()>& test, std::uint64_t seed = 1, Settings settings = {}) {
    Trial trial(settings);
    return trial.run(test, walk_, {0, seed}, memory_.board(), &ActorSystem::run_body);
  }

  RandomWalk walk_;
  BoardMemory memory_;
};

TEST_F(TrialTest, ExceptionsInFlightBelongToTheirTask) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Outcome outcome = run(
        [] {
          for (int i = 0; i < 3; ++i)
            spawn("thrower", [i] {
              try {
                is_alive(self());
                throw std::runtime_error(std::to_string(i));
              } catch (const std::runtime_error& e) {
                check(std::uncaught_exceptions() == 0);
                is_alive(self());  // others throw and catch meanwhile
                check(e.what() == std::to_string(i), "{} instead of {}", e.what(), i);
                try {
                  is_alive(self());
                  throw;
                } catch (const std::runtime_error& again) {
                  is_alive(self());
                  check(again.what() == std::to_string(i));
                }
              }
            });
        },
        seed);
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
  }
}

struct SwitchesInDestructor {
  int expected;
  ~SwitchesInDestructor() {
    is_alive(self());
    check(std::uncaught_exceptions() == expected, "{} exceptions in flight instead of {}", std::uncaught_exceptions(),
          expected);
  }
};

TEST_F(TrialTest, UncaughtExceptionsIsRightAcrossSwitches) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Outcome outcome = run(
        [] {
          spawn("a", [] {
            try {
              SwitchesInDestructor during{1};
              throw 1;
            } catch (int) {
            }
          });
          spawn("b", [] { SwitchesInDestructor outside{0}; });
        },
        seed);
    EXPECT_FALSE(outcome.failure) << outcome.failure->message;
  }
}

TEST_F(TrialTest, UncaughtExceptionIsAFailureThatNamesItself) {
  const Outcome outcome = run([] { spawn("victim", [] { throw std::out_of_range("far out"); }); });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::exception);
  EXPECT_EQ(outcome.failure->message, "std::out_of_range: far out");
  EXPECT_EQ(outcome.failure->task, "victim");
}

struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};

TEST_F(TrialTest, WhatIsLeftIsUnwound) {
  const Outcome outcome = run([] {
    for (int i = 0; i < 10; ++i)
      spawn("server", [] {
        Counted local;
        receive<Note>();
      });
    Counted captured;
    spawn("never runs on", [captured] { receive<Note>(); });
  });
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(Counted::alive, 0);
}

TEST_F(TrialTest, StacksOfFinishedTasksAreUsedAgain) {
  Trial trial;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Outcome outcome = trial.run(
        [] {
          for (int i = 0; i < 100; ++i) {  // each ends before the next begins: it hands over to a new fiber
            const Pid child = spawn("child", [] { is_alive(self()); });
            monitor(child);
            receive<Down>();
          }
        },
        walk_, {seed, seed}, memory_.board(), &ActorSystem::run_body);
    EXPECT_FALSE(outcome.failure);
  }
  EXPECT_LE(trial.stacks().mapped(), 3u);
}

TEST_F(TrialTest, DeadlockSaysWhoWaitsForWhat) {
  const Outcome outcome = run([] {
    spawn("other", [test = self()] {
      receive<Note>([](const Note& note) { return note.n == 2; });
      send(test, Note{1});
    });
    receive<Note>();
  });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::deadlock);
  EXPECT_EQ(outcome.failure->message, "test waits for ever in receive");
  EXPECT_NE(outcome.failure->detail.find("other waits in receive at trial_test.cc"), std::string::npos)
      << outcome.failure->detail;
  EXPECT_NE(outcome.failure->detail.find("wants Note (with a condition)"), std::string::npos) << outcome.failure->detail;
  EXPECT_NE(outcome.failure->detail.find("mailbox is empty"), std::string::npos) << outcome.failure->detail;
}

TEST_F(TrialTest, WhoWaitsAlikeIsNamedTogether) {
  for (const auto& [others, line] : {std::pair(2, "\nother and other#2 wait in receive at trial_test.cc:"),
                                     std::pair(5, "\nother, other#2, other#3, other#4 and other#5 wait in receive at"),
                                     std::pair(6, "\nother, other#2, other#3, other#4 and 2 more wait in receive at")}) {
    const Outcome outcome = run([&] {
      for (int i = 0; i < others; ++i) spawn("other", [] { receive<Note>(); });
      receive<Note>();
    });
    ASSERT_TRUE(outcome.failure);
    EXPECT_EQ(outcome.failure->detail.find("test waits in receive at trial_test.cc:"), 0u) << outcome.failure->detail;
    EXPECT_NE(outcome.failure->detail.find(line), std::string::npos) << outcome.failure->detail;
  }
}

TEST_F(TrialTest, DeadlockRuleAnyAsksEverybodyButDaemons) {
  Settings settings;
  settings.deadlock = DeadlockRule::any;
  const Outcome outcome = run([] { spawn("server", [] { receive<Note>(); }); }, 1, settings);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::leak);
  EXPECT_EQ(outcome.failure->message, "server waits for ever in receive, after the end of the test");
  EXPECT_FALSE(run(
                   [] {
                     spawn("server", [] {
                       daemon();
                       receive<Note>();
                     });
                   },
                   1, settings)
                   .failure);
}

TEST_F(TrialTest, StepLimitNamesTheSpinner) {
  Settings settings;
  settings.max_steps = 5'000;
  const Outcome outcome = run(
      [] {
        spawn("spinner", [] {
          for (;;) is_alive(self());
        });
        receive<Note>();
      },
      1, settings);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::step_limit);
  EXPECT_NE(outcome.failure->message.find("spinner took 1000 of the last 1000, last at trial_test.cc"), std::string::npos)
      << outcome.failure->message;
  EXPECT_NE(outcome.failure->message.find("--max-steps"), std::string::npos);
}

TEST_F(TrialTest, LimitsNameTheirOption) {
  Settings settings;
  settings.max_tasks = 20;
  const Outcome tasks = run(
      [] {
        for (;;) spawn("child", [] {});
      },
      1, settings);
  ASSERT_TRUE(tasks.failure);
  EXPECT_NE(tasks.failure->message.find("--max-tasks"), std::string::npos) << tasks.failure->message;
  settings = {};
  settings.max_mailbox = 20;
  const Outcome mailbox = run(
      [] {
        for (;;) send(self(), Note{1});
      },
      1, settings);
  ASSERT_TRUE(mailbox.failure);
  EXPECT_NE(mailbox.failure->message.find("--max-mailbox"), std::string::npos) << mailbox.failure->message;
}

TEST_F(TrialTest, NamesArePathsAndDoNotDependOnTheSchedule) {
  std::set<std::set<std::string>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::set<std::string> names;
    run(
        [&] {
          for (int i = 0; i < 2; ++i)
            spawn("parent", [&] {
              is_alive(self());
              for (int k = 0; k < 2; ++k) spawn("child", [&] { names.insert(name_of(self())); });
            });
        },
        seed);
    seen.insert(names);
  }
  EXPECT_EQ(seen, (std::set<std::set<std::string>>{
                      {"parent/child", "parent/child#2", "parent#2/child", "parent#2/child#2"}}));
}

// Asked for in any order; and timers, each a task of its own, are many: to look at all of them for each would take minutes,
// longer than a test may.
TEST_F(TrialTest, NamesOfManyTasks) {
  constexpr int kTimers = 200'000;
  std::vector<std::string> names;
  const Outcome outcome = run([&] {
    Trial& trial = Trial::current();
    const std::size_t first = trial.task_count();
    for (int i = 0; i < kTimers; ++i) {
      trial.start_timer("tick", std::chrono::seconds(1), trial.task(trial.self()).life, Location::none(), [] {});
      if (i % 100'000 == 10'000)
        trial.start_timer("tock", std::chrono::seconds(1), trial.task(trial.self()).life, Location::none(), [] {});
    }
    for (const std::size_t i : {50'000, 10'000, 10'001, 10'002, 0})
      names.push_back(trial.name_of(static_cast<TaskId>(first + i)));
    for (std::size_t i = first; i < trial.task_count(); ++i) static_cast<void>(trial.name_of(static_cast<TaskId>(i)));
  });
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(names, (std::vector<std::string>{"tick#50000", "tick#10001", "tock", "tick#10002", "tick"}));
}

TEST_F(TrialTest, TimeMovesOnlyWhenNothingElseCanRun) {
  using namespace std::chrono_literals;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<int> order;
    const Outcome outcome = run(
        [&] {
          for (int i : {3, 1, 2})
            spawn("sleeper", [&, i] {
              for (int k = 0; k < 5; ++k) is_alive(self());
              sleep(i * 1h);
              order.push_back(i);
            });
          sleep(10h);
          check(now() == 10h);
        },
        seed);
    EXPECT_FALSE(outcome.failure);
    EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  }
}

TEST_F(TrialTest, ADeadlinePastTheLimitNeverFires) {
  Settings settings;
  settings.max_time = std::chrono::minutes(1);
  const Outcome outcome = run([] { sleep(std::chrono::hours(1)); }, 1, settings);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::time_limit);
  EXPECT_NE(outcome.failure->message.find("--max-time"), std::string::npos) << outcome.failure->message;
}

TEST_F(TrialTest, MisuseOutsideATestIsASentence) {
  try {
    self();
    FAIL();
  } catch (const std::logic_error& e) {
    EXPECT_NE(std::string(e.what()).find("inside a running test"), std::string::npos);
  }
}

TEST_F(TrialTest, EqualSeedsGiveEqualTrials) {
  Pos pos;
  Trial trial;
  const auto test = [] {
    for (int i = 0; i < 4; ++i)
      spawn("worker", [test = self()] {
        for (int k = 0; k < 5; ++k) send(test, Note{static_cast<int>(choose(10))});
      });
    for (int i = 0; i < 20; ++i) receive<Note>();
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    BoardMemory again;
    const Outcome a = trial.run(test, pos, {0, seed}, memory_.board(), &ActorSystem::run_body);
    const Outcome b = trial.run(test, pos, {0, seed}, again.board(), &ActorSystem::run_body);
    EXPECT_EQ(a.order_hash, b.order_hash);
    EXPECT_EQ(memory_.schedule(), again.schedule());
  }
}

}  // namespace
}  // namespace heddle
