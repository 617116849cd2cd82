// Tasks that still wait when their trial ends: whatever is on their stacks is destroyed, however they came to wait.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/strategy/random_walk.h"

namespace heddle {
namespace {

struct Never {};

std::vector<int> notes;  // of one trial

struct Noted {
  int number;
  ~Noted() { notes.push_back(number); }
};

[[gnu::noinline]] int wait_deep(int depth) {
  if (depth == 0) {
    receive<Never>();
    return 0;
  }
  return wait_deep(depth - 1) + 1;  // not a tail call
}

[[gnu::noinline]] void wait_and_destroy(int number) {
  const Noted noted{number};
  wait_deep(0);
}

[[gnu::noinline]] void wait_and_handle(int number) {
  try {
    wait_deep(0);
  } catch (const TaskKilled&) {
    notes.push_back(number);
    throw;
  }
}

[[gnu::noinline]] void wait_and_handle_all(int number) {
  try {
    wait_deep(1);
  } catch (...) {
    notes.push_back(std::uncaught_exceptions() + number);
    throw;
  }
}

// A frame whose size is not known to the compiler, with more or less between two that are.
[[gnu::noinline]] int wait_in_growing_frame(int words) {
  auto* const memory = static_cast<volatile int*>(__builtin_alloca(static_cast<std::size_t>(words) * sizeof(int)));
  memory[0] = 1;
  wait_deep(0);
  return memory[0];
}

[[gnu::noinline]] void wait_above(int words, int number) {
  const Noted noted{number};
  wait_in_growing_frame(words);
}

// What it logs, the third time: by then, how each waits is known from earlier trials.
std::vector<int> logged(const std::function<void()>& test) {
  Trial trial;
  BoardMemory board;
  RandomWalk strategy;
  for (std::uint64_t n = 0; n < 3; ++n) {
    notes.clear();
    trial.run(test, strategy, {n, n}, board.board(), &ActorSystem::run_body);
  }
  return notes;
}

TEST(Unwinding, RunsDestructorsOfFramesThatWaitLikeOthers) {
  EXPECT_EQ(logged([] {
              spawn("quiet", [] { wait_deep(0); });
              spawn("destroys", [] { wait_and_destroy(1); });
              spawn("quiet, too", [] { wait_deep(0); });
              spawn("destroys, too", [] { wait_and_destroy(2); });
              for (int depth : {1, 2, 3, 40}) spawn("deep", [depth] { wait_deep(depth); });
            }),
            (std::vector{1, 2}));
}

TEST(Unwinding, RunsHandlers) {
  EXPECT_EQ(logged([] {
              spawn("quiet", [] { wait_deep(0); });
              spawn("handles", [] { wait_and_handle(1); });
              spawn("handles all", [] { wait_and_handle_all(2); });
            }),
            (std::vector{1, 2}));
}

TEST(Unwinding, DestroysWhatAnActorHas) {
  EXPECT_EQ(logged([] {
              auto noted = std::make_unique<Noted>(7);
              spawn("owner", [noted = std::move(noted)] { wait_deep(0); });
            }),
            (std::vector{7}));
}

TEST(Unwinding, TakesNoFrameForAnotherThatIsLargerThanBefore) {
  EXPECT_EQ(logged([] {
              for (int words : {1, 100, 10, 1'000}) {
                spawn("quiet", [words] { wait_in_growing_frame(words); });
                spawn("destroys", [words] { wait_above(words, words); });
              }
            }),
            (std::vector{1, 100, 10, 1'000}));
}

}  // namespace
}  // namespace heddle
