// A task whose unwinding meets a noexcept function cannot be unwound to the end: what its stack held is lost, which
// AddressSanitizer rightly reports as leaks.
#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/engine/trial.h"
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

}  // namespace
}  // namespace heddle
