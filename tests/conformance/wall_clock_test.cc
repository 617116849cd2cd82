// The system's clocks and sleeps, as a test finds them.
#include <gtest/gtest.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

TEST(WallClock, StandsStillWhileTasksRun) {
  enumerate([] {
    const auto steady = steady_clock::now();
    const auto day = system_clock::now();
    for (int i = 0; i < 100'000; ++i) asm volatile("" ::: "memory");
    EXPECT_EQ(steady_clock::now(), steady);
    EXPECT_EQ(system_clock::now(), day);
    EXPECT_EQ(::time(nullptr), 1'577'836'800);
    timeval micro{};
    EXPECT_EQ(gettimeofday(&micro, nullptr), 0);
    EXPECT_EQ(micro.tv_sec, 1'577'836'800);
  });
}

TEST(WallClock, GoesOnWithVirtualTime) {
  const auto before = steady_clock::now();
  enumerate([] {
    const auto start = steady_clock::now();
    heddle::sleep(1h);
    EXPECT_EQ(steady_clock::now() - start, 1h);
    std::this_thread::sleep_for(1h);
    EXPECT_EQ(steady_clock::now() - start, 2h);
    std::this_thread::sleep_until(start + 3h);
    EXPECT_EQ(steady_clock::now() - start, 3h);
    ::usleep(500'000);
    ::sleep(2);
    EXPECT_EQ(steady_clock::now() - start, 3h + 2500ms);
  });
  EXPECT_LT(steady_clock::now() - before, 1min) << "and nobody waited for it";
}

TEST(WallClock, SleepersWakeInTheOrderOfTheirDeadlines) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (const int i : {3, 1, 2})
      spawn("sleeper", [=] {
        std::this_thread::sleep_for(std::chrono::seconds(i));
        send(test, i);
      });
    const int first = receive<int>(), second = receive<int>();
    outcome("{}{}{}", first, second, receive<int>());
  });
  EXPECT_EQ(found.outcomes, Texts{"123"});
}

TEST(WallClock, OutsideOfTrialsItIsReal) {
  const auto before = steady_clock::now();
  ::usleep(2'000);
  EXPECT_GE(steady_clock::now() - before, 2ms);
  EXPECT_GT(::time(nullptr), 1'700'000'000);
}

}  // namespace
}  // namespace heddle::testing
