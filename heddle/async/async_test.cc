// Coroutines on the stack of one task: results, exceptions, loops, unwinding.
#include "heddle/async/async.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "heddle/actor/receive.h"
#include "heddle/async/await.h"
#include "heddle/async/frame.h"
#include "heddle/base/sanitizers.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Go {};
struct Ping {
  Pid from;
  int n;
};
struct Pong {
  int n;
};

Async<int> number(int n) { co_return n; }

Async<long> sum_to(int n) {
  long sum = 0;
  for (int i = 1; i <= n; ++i) sum += co_await number(i);
  co_return sum;
}

// Runs the test once and tells what it said, or how it failed.
std::string told(const SayingTest& test) { return run_once(test).text(); }

TEST(Async, ResultsOfAllKinds) {
  EXPECT_EQ(told([](std::string& said) {
              int variable = 1;
              const auto plain = []() -> Async<int> { co_return 7; };
              const auto only_movable = []() -> Async<std::unique_ptr<int>> { co_return std::make_unique<int>(8); };
              const auto reference = [&]() -> Async<int&> { co_return variable; };
              const auto nothing = [&]() -> Async<> {
                ++co_await reference();
                co_return;
              };
              const auto braces = []() -> Async<std::pair<int, std::string>> { co_return {3, "three"}; };
              run(nothing);
              said = fmt::format("{} {} {} {}", run(plain), *run(only_movable), variable, run(braces).second);
            }),
            "7 8 2 three");
}

TEST(Async, IsLazy) {
  EXPECT_EQ(told([](std::string& said) {
              const auto shout = [&]() -> Async<> {
                said += "ran";
                co_return;
              };
              {
                const Async<> never = shout();
              }
              said += "-";
              run(shout);
            }),
            "-ran");
}

TEST(Async, AMillionAwaitsNeedNoStack) {
  EXPECT_EQ(told([](std::string& said) { said = std::to_string(run(sum_to(1'000'000))); }), "500000500000");
}

// Not as `n == 0 ? 0 : co_await ...`: g++ 12 awaits in both branches of a conditional operator.
Async<int> depth(int n) {
  if (n == 0) co_return 0;
  co_return 1 + co_await depth(n - 1);
}

TEST(Async, AwaitsMayBeNested) {
  EXPECT_EQ(told([](std::string& said) { said = std::to_string(run(depth(200))); }), "200");
}

TEST(Async, ExceptionsComeOutOfTheAwait) {
  EXPECT_EQ(told([](std::string& said) {
              const auto broken = []() -> Async<int> {
                co_await number(1);
                throw std::runtime_error("broken");
              };
              const auto passes_on = [&]() -> Async<int> { co_return co_await broken() + 1; };
              const auto catches = [&]() -> Async<std::string> {
                try {
                  co_await passes_on();
                } catch (const std::runtime_error& e) {
                  co_return e.what();
                }
                co_return "nothing";
              };
              said = run(catches);
            }),
            "broken");
}

TEST(Async, AnUncaughtExceptionIsAFailureAsInAnyActor) {
  EXPECT_EQ(told([](std::string&) {
              run([]() -> Async<> {
                throw std::runtime_error("broken");
                co_return;
              });
            }),
            "uncaught exception: std::runtime_error: broken");
}

TEST(Async, ExitEndsTheActor) {
  EXPECT_EQ(told([](std::string& said) {
              spawn_monitor("child", []() -> Async<> {
                co_await number(1);
                exit("enough");
              });
              said = receive<Down>().reason.text;
            }),
            "enough");
}

TEST(Async, WhatWaitsBlocksTheTask) {
  EXPECT_EQ(told([](std::string& said) {
              const Pid server = spawn("server", []() -> Async<> {
                for (;;) {
                  const Ping ping = co_await async::receive<Ping>();
                  send(ping.from, Pong{ping.n + 1});
                }
              });
              said = run([=]() -> Async<std::string> {
                send(server, Ping{self(), 1});
                const Pong first = co_await async::receive<Pong>([](const Pong& p) { return p.n == 2; });
                send(server, Ping{self(), first.n});
                const Pong second = receive<Pong>();
                const bool none = !(co_await async::receive<Pong>(1s)).has_value();
                co_await async::sleep(5ms);
                co_return fmt::format("{} {} {}", second.n, none, describe_time(now()));
              });
            }),
            "3 true 1.005 s");
}

TEST(Async, HandlersMayBeCoroutines) {
  EXPECT_EQ(told([](std::string& said) {
              send(self(), Pong{1});
              send(self(), Pong{2});
              const auto twice = [](const Pong& pong) -> Async<int> {
                const int n = co_await number(pong.n);
                co_await async::sleep(1ms);
                co_return n + pong.n;  // the message is still there
              };
              const int plain = receive(on<Pong>(twice));
              const int awaited = run([&]() -> Async<int> {
                co_return co_await async::receive(on<Pong>(twice), after(1s, []() -> Async<int> { co_return 0; }));
              });
              const int late = receive(on<Pong>(twice), after(1s, []() -> Async<int> { co_return 9; }));
              said = fmt::format("{} {} {}", plain, awaited, late);
            }),
            "2 4 9");
}

TEST(Async, SpawnKeepsTheLambda) {
  EXPECT_EQ(told([](std::string& said) {
              const std::string captured(100, 'x');
              spawn("child", [captured, test = self()]() -> Async<> {
                co_await async::sleep(1s);
                send(test, captured);
              });
              said = std::to_string(receive<std::string>().size());
            }),
            "100");
}

// --- unwinding ---

struct Counted {
  explicit Counted(int& count) : alive(count) { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
  int& alive;
};

Async<> waits_inside(int& alive, int levels) {
  const Counted mine(alive);
  try {
    if (levels == 0)
      co_await async::receive<Go>();
    else
      co_await waits_inside(alive, levels - 1);
  } catch (const std::exception&) {
    ADD_FAILURE() << "unwinding is no std::exception";
  }
}

TEST(Unwinding, TheEndOfATrialDestroysFrames) {
  int alive = 0;
  const Ran ran = run_once([&](std::string& said) {
    spawn("child", [&]() -> Async<> { return waits_inside(alive, 3); });
    sleep(1s);
    said = std::to_string(alive);
  });
  EXPECT_EQ(ran.text(), "4");
  EXPECT_EQ(alive, 0);
}

TEST(Unwinding, SoDoesAFailureInTheMiddle) {
  int alive = 0;
  const Ran ran = run_once([&](std::string&) {
    spawn("child", [&]() -> Async<> { return waits_inside(alive, 3); });
    run([&]() -> Async<> {
      const Counted mine(alive);
      co_await async::sleep(1s);
      Trial::current().fail(FailureKind::assertion, "enough", Location::none());
    });
  });
  EXPECT_EQ(ran.text(), "assertion: enough");
  EXPECT_EQ(alive, 0);
}

TEST(Unwinding, AKilledActorUnwindsThroughItsAwaits) {
  int alive = 0;
  const Ran ran = run_once([&](std::string& said) {
    const auto [child, ref] = spawn_monitor("child", [&]() -> Async<> { return waits_inside(alive, 3); });
    sleep(1s);
    exit(child, kKill);
    said = receive<Down>().reason.text;
    said += std::to_string(alive);
  });
  EXPECT_EQ(ran.text(), "killed0");
}

TEST(Unwinding, DestructorsOfADyingCoroutineMayUseOperations) {
  struct Farewell {
    Pid to;
    ~Farewell() { send(to, Go{}); }  // skipped: the task is being unwound
  };
  const Ran ran = run_once([&](std::string& said) {
    spawn("child", [test = self()]() -> Async<> {
      const Farewell farewell{test};
      co_await async::receive<Pong>();
    });
    said = receive<Go>(1s) ? "heard" : "nothing";
  });
  EXPECT_EQ(ran.text(), "nothing");
}

TEST(Unwinding, ACatchAllSeesItAsInPlainCode) {
  const Ran ran = run_once([&](std::string& said) {
    const auto [child, ref] = spawn_monitor("child", [&said]() -> Async<> {
      try {
        co_await waits_inside(*std::make_unique<int>(0), 0);
      } catch (...) {
        said += "unwound ";
        throw;
      }
    });
    sleep(1s);
    exit(child, kKill);
    said += receive<Down>().reason.text;
  });
  EXPECT_EQ(ran.text(), "unwound killed");
}

TEST(Frames, AreUsedAgain) {
  void* const first = detail::allocate_frame(100);
  detail::free_frame(first, 100);
#if !defined(HEDDLE_ASAN)
  EXPECT_EQ(detail::allocate_frame(120), first);  // of the same size class
  detail::free_frame(first, 120);
#endif
  void* const large = detail::allocate_frame(100'000);
  detail::free_frame(large, 100'000);
}

}  // namespace
}  // namespace heddle
