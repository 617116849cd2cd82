// A task whose unwinding meets a noexcept function cannot be unwound to the end: what its stack held is lost, which
// AddressSanitizer rightly reports as leaks.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <stdexcept>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/system.h"
#include "heddle/engine/trial.h"
#include "heddle/spec/check.h"
#include "heddle/strategy/random_walk.h"

namespace heddle {
namespace {

struct Note {
  int n;
};

class AbandonedTest : public ::testing::Test {
 protected:
  Outcome run(const std::function<void()>& test) {
    Trial trial;
    return trial.run(test, walk_, {0, 1}, memory_.board(), &ActorSystem::run_body);
  }

  RandomWalk walk_;
  BoardMemory memory_;
};

void throws() { throw std::runtime_error("inside"); }
void throws_through_noexcept() noexcept { throws(); }

TEST_F(AbandonedTest, NoexceptIsAFailureNotTheEndOfTheProcess) {
  const Outcome outcome = run([] { throws_through_noexcept(); });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, FailureKind::exception);
  EXPECT_EQ(outcome.failure->message, "std::runtime_error: inside, which left a noexcept function or a destructor");
  EXPECT_FALSE(run([] {}).failure);  // and the next trial is clean
}

TEST_F(AbandonedTest, KilledInANoexceptDestructorGivesUpOnlyThatStack) {
  struct Waits {
    ~Waits() { receive<Note>(); }
  };
  for (int i = 0; i < 10; ++i) {
    const Outcome outcome = run([] { spawn("stubborn", [] { Waits waits; }); });
    EXPECT_FALSE(outcome.failure);
  }
}

// Whoever watches it hears of it, and its name is free.
void ends_as_any_other(void (*body)()) {
  const auto [pid, ref] = spawn_monitor("ended", [body] {
    register_name("leader");
    body();
  });
  sleep(std::chrono::seconds(1));
  exit(pid, "enough");
  check(receive<Down>(std::chrono::hours(1)).has_value(), "nobody hears of it");
  check(!whereis("leader"), "it has its name");
}

TEST_F(AbandonedTest, OthersHearOfItsEnd) {
  struct Waits {
    ~Waits() { receive<Note>(); }
  };
  EXPECT_FALSE(run([] { ends_as_any_other([] { []() noexcept { receive<Note>(); }(); }); }).failure);
  EXPECT_FALSE(run([] { ends_as_any_other([] { const Waits waits; }); }).failure);
}

TEST_F(AbandonedTest, WhatADestructorThrowsIsAFailureAlsoWhenItsActorIsKilled) {
  struct Throws {
    ~Throws() noexcept(false) { throw std::runtime_error("too late"); }
  };
  const Outcome outcome = run([] {
    ends_as_any_other([] {
      const Throws throws;
      receive<Note>();
    });
  });
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->message, "std::runtime_error: too late, which left a noexcept function or a destructor");
}

}  // namespace
}  // namespace heddle
