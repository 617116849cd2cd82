// Conformance: choices, obligations, deadlocks and other ends of a trial.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
#include "heddle/spec/obligation.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Go {};

// --- choices ---

TEST(Choose, EveryValueOnce) {
  const Exploration found = enumerate([] { outcome("{}", choose(4)); });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1", "2", "3"}));
  EXPECT_EQ(found.executions, 4u);
  EXPECT_EQ(found.classes(), 4u);
}

TEST(Choose, AmongOneIsNoDecision) { EXPECT_EQ(enumerate([] { outcome("{}", choose(1)); }).executions, 1u); }

TEST(Choose, AmongNothingIsMisuse) {
  EXPECT_EQ(enumerate([] { choose(0); }).outcomes, Texts{"misuse: choose(0): there is nothing to choose from"});
}

TEST(Choose, Flip) {
  const Exploration found = enumerate([] {
    const bool a = flip(), b = flip();
    outcome("{}{}", a ? 1 : 0, b ? 1 : 0);
  });
  EXPECT_EQ(found.outcomes, (Texts{"00", "01", "10", "11"}));
  EXPECT_EQ(found.executions, 4u);
}

TEST(Choose, OneOf) {
  const Exploration found = enumerate([] {
    std::vector<std::string> words{"warp", "weft"};
    const std::string word = one_of(words);
    outcome("{}{}", word, one_of({7, 8}));
  });
  EXPECT_EQ(found.outcomes, (Texts{"warp7", "warp8", "weft7", "weft8"}));
}

TEST(Choose, WeightedNeverTakesWhatHasNoWeight) {
  const Exploration found = enumerate([] {
    constexpr std::array<double, 4> kWeights{1, 0, 5, -1};
    outcome("{}", choose_weighted(kWeights));
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "2"}));
  const Texts none = enumerate([] {
                       constexpr std::array<double, 2> kWeights{0, 0};
                       choose_weighted(kWeights);
                     }).outcomes;
  EXPECT_EQ(none, Texts{"misuse: choose_weighted: at least one weight must be positive"});
  const Texts too_much = enumerate([] {
                           constexpr std::array<double, 3> kWeights{1e308, 1e308, 1e308};
                           choose_weighted(kWeights);
                         }).outcomes;
  EXPECT_EQ(too_much, Texts{"misuse: choose_weighted: the weights must add up to a finite number"});
}

// Choices of different tasks are private: their order is nobody's business, their values are.
TEST(Choose, ByTwoTasks) {
  const Exploration found = enumerate([] {
    for (int i = 1; i <= 2; ++i)
      spawn("chooser", [=] {
        is_alive(self());
        outcome("{}:{}", i, choose(2));
      });
  });
  EXPECT_EQ(found.classes(), 4u);
  EXPECT_EQ(found.outcomes, (Texts{"1:0, 2:0", "1:0, 2:1", "1:1, 2:0", "1:1, 2:1"}));
}

// --- obligations ---

TEST(Obligation, MustBeDoneBeforeTheTrialIsOver) {
  const auto program = [](Duration patience) {
    return [=] {
      const Obligation answer = expect_done("the answer comes");
      const Pid test = self();
      spawn("sender", [=] { send(test, Go{}); });
      if (receive<Go>(patience)) answer.done();
      outcome("over");
    };
  };
  EXPECT_EQ(enumerate(program(1s)).outcomes, Texts{"over"});
  EXPECT_EQ(enumerate(program(0s)).outcomes, (Texts{"over", "unmet obligation: not done: the answer comes"}));
}

TEST(Obligation, ToEnd) {
  const auto program = [](bool wait) {
    return [=] {
      const Pid child = spawn("child", [=] {
        if (wait) receive<Go>();
      });
      expect_done(child);
    };
  };
  EXPECT_EQ(enumerate(program(false)).outcomes, Texts{""});
  EXPECT_EQ(enumerate(program(true)).outcomes, Texts{"unmet obligation: not done: child has ended"});
}

// Others go on after the test's own function is over, as far as they can without the clock.
TEST(Obligation, MayBeDoneByOthersAfterTheTestsFunction) {
  const Exploration found = enumerate([] {
    const Obligation work = expect_done("work");
    spawn("worker", [=] {
      is_alive(self());
      work.done();
    });
  });
  EXPECT_EQ(found.outcomes, Texts{""});
}

// --- deadlock ---

TEST(Deadlock, OfTheTestOrOfAnybody) {
  const auto program = [] {
    spawn("waiter", [] { receive<Go>(); });
    outcome("over");
  };
  Settings any;
  any.deadlock = DeadlockRule::any;
  EXPECT_EQ(enumerate(program).outcomes, Texts{"over"});
  EXPECT_EQ(enumerate(program, any).outcomes, Texts{"deadlock"});
  const auto daemons = [] {
    spawn("waiter", [] {
      daemon();
      receive<Go>();
    });
    outcome("over");
  };
  EXPECT_EQ(enumerate(daemons, any).outcomes, Texts{"over"});
  EXPECT_EQ(enumerate([] { receive<Go>(); }).outcomes, Texts{"deadlock"});
}

TEST(Deadlock, InExactlyTheOrdersWhereItIs) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("sender", [=] { send(test, Go{}); });
    flush<Go>();
    receive<Go>();
    outcome("fine");
  });
  EXPECT_EQ(found.outcomes, (Texts{"deadlock", "fine"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- failures ---

TEST(Failure, EndsTheTrialAtOnce) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i)
      spawn("sender", [=] { send(test, i); });
    const int first = receive<int>();
    check(first == 1, "{} came first", first);
    outcome("fine");
  });
  EXPECT_EQ(found.outcomes, (Texts{"assertion: 2 came first", "fine"}));
}

TEST(Failure, UncaughtExceptions) {
  const Exploration found = enumerate([] { spawn("thrower", [] { throw std::runtime_error("oh"); }); });
  EXPECT_EQ(found.outcomes, Texts{"uncaught exception: std::runtime_error: oh"});
}

TEST(Failure, OfTwoTheFirstCounts) {
  const Exploration found = enumerate([] {
    for (int i = 1; i <= 2; ++i)
      spawn("failer", [=] {
        is_alive(self());
        fail("{}", i);
      });
  });
  EXPECT_EQ(found.outcomes, (Texts{"assertion: 1", "assertion: 2"}));
}

TEST(Failure, StepLimit) {
  Settings settings;
  settings.max_steps = 5;
  const Texts outcomes = enumerate(
                             [] {
                               for (;;) is_alive(self());
                             },
                             settings)
                             .outcomes;
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_TRUE(outcomes.begin()->starts_with("step limit: no end after 5 steps")) << *outcomes.begin();
}

}  // namespace
}  // namespace heddle::testing
