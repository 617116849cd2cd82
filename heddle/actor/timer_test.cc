#include "heddle/actor/timer.h"

#include <gtest/gtest.h>

#include <memory>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Tick {
  int n = 0;
};

TEST(Timer, DeliversAtItsTime) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_after(5s, self(), Tick{2});
              send_after(3s, self(), Tick{1});
              for (int i = 0; i < 2; ++i) {
                const Tick tick = receive<Tick>();
                said += fmt::format("{}@{} ", tick.n, now() / 1s);
              }
            }),
            Texts{"1@3 2@5 "});
}

TEST(Timer, EqualDeadlinesGoInAnyOrder) {
  EXPECT_EQ(outcomes([](std::string& said) {
              for (int n : {1, 2, 3}) send_after(1s, self(), Tick{n});
              for (int i = 0; i < 3; ++i) said += std::to_string(receive<Tick>().n);
            }),
            (Texts{"123", "132", "213", "231", "312", "321"}));
}

TEST(Timer, StartTimerTellsWhich) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Timer timer = start_timer(1s, self(), Tick{7});
              const auto fired = receive<TimerFired<Tick>>();
              said = fmt::format("{} {}", fired.message.n, fired.ref == timer.ref());
            }),
            Texts{"7 true"});
}

TEST(Timer, CancelRacesWithFiring) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Timer timer = send_after(1s, self(), Tick{});
              sleep(1s);
              const bool in_time = timer.cancel();
              check(in_time != receive<Tick>(1s).has_value(), "cancelled {} and fired", in_time);
              check(!timer.cancel(), "cancelled twice");
              said = in_time ? "cancelled" : "fired";
            }),
            (Texts{"cancelled", "fired"}));
}

TEST(Timer, CancelInTimeFreesTheMessage) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto counted = std::make_shared<int>(0);
              const Timer timer = send_after(1s, self(), counted);
              check(counted.use_count() == 2, "held {} times", counted.use_count());
              said = timer.cancel() ? "cancelled" : "?";
              said += std::to_string(counted.use_count());
            }),
            Texts{"cancelled1"});
}

TEST(Timer, ReadTellsTheTimeLeft) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Timer timer = send_after(5s, self(), Tick{});
              sleep(2s);
              said = std::to_string(*timer.read() / 1s);
              sleep(4s);
              said += timer.read() ? " left" : " fired";
            }),
            Texts{"3 fired"});
}

TEST(Timer, ToTheDeadIsLost) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("short", [] {});
              send_after(1s, pid, Tick{});
              receive<Down>();
              sleep(2s);
              said = "quiet";
            }),
            Texts{"quiet"});
}

TEST(Timer, OutlivesWhoStartedIt) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn_monitor("setter", [=] { send_after(1s, test, Tick{4}); });
              receive<Down>();
              said = std::to_string(receive<Tick>().n);
            }),
            Texts{"4"});
}

TEST(Timer, ANameIsLookedUpWhenItFires) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_after(1s, Name{"late"}, Tick{1});
              start_timer(1s, Name{"nobody"}, Tick{1});  // lost
              sleep(1s);
              register_name("late");
              said = receive<Tick>(1s) ? "came" : "lost";
            }),
            (Texts{"came", "lost"}));
}

TEST(Timer, FiresAtAnyTimeInThatMode) {
  Settings settings;
  settings.time = TimeMode::any_time;
  EXPECT_EQ(outcomes(
                [](std::string& said) {
                  const Timer timer = send_after(1h, self(), Tick{});
                  said = timer.cancel() ? "cancelled" : "fired";
                },
                300, settings),
            (Texts{"cancelled", "fired"}));
}

TEST(Timer, PastTheLimitNeverFires) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_after(Duration::max(), self(), Tick{});
              send_after(100h, self(), Tick{});
              said = receive<Tick>(1h) ? "fired" : "silent";
            }),
            Texts{"silent"});
}

TEST(Timer, ReportsNameTheTimer) {
  const Ran ran = run_once(
      [](std::string&) {
        const Timer timer = send_after(1s, self(), Tick{3});
        static_cast<void>(timer.read());
        receive<Tick>();
      },
      1, {.observe = true});
  EXPECT_EQ(ran.story,
            "test set timer [] Tick{3} in 1 s\n"
            "test read timer [timer of test] \n"
            "timer timer [timer of test] Tick{3} to test\n"
            "test receive [mailbox of test] Tick{3}\n"
            "test exit [test] normal\n");
}

// Firing is ordered after setting the timer, and races with a cancel.
TEST(Timer, Races) {
  Settings settings;
  settings.time = TimeMode::any_time;
  const SayingTest test = [](std::string&) { static_cast<void>(send_after(1s, self(), Tick{}).cancel()); };
  std::set<std::vector<std::string>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) seen.insert(races_of(test, seed, settings));
  EXPECT_EQ(seen, (std::set<std::vector<std::string>>{{}, {"timer/cancel timer"}}));
}

TEST(Timer, EmptyIsMisuse) {
  EXPECT_EQ(run_once([](std::string&) { static_cast<void>(Timer{}.cancel()); }).text(),
            "misuse: an empty Timer{} was cancelled");
}

}  // namespace
}  // namespace heddle
