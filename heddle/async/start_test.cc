// Coroutines that are tasks of their own.
#include "heddle/async/start.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/actor/node.h"
#include "heddle/async/await.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Go {};

Async<int> after_a_while(Duration duration, int n) {
  co_await async::sleep(duration);
  co_return n;
}

Async<int> fails(const char* what) {
  co_await async::sleep(1ms);
  throw std::runtime_error(what);
}

TEST(Start, RunsBesideOthers) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto say = [&said](const char* what) -> Async<int> {
                co_await async::yield();
                said += what;
                co_return 1;
              };
              const Started<int> a = start("a", say("a")), b = start("b", say("b"));
              const int both = run([=]() -> Async<int> {
                const int first = co_await a;
                co_return first + co_await b;
              });
              said += std::to_string(both);
            }),
            (Texts{"ab2", "ba2"}));
}

TEST(Start, SeveralMayAwaitTheSame) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Started<int> work = start("work", after_a_while(1s, 7));
              const Started<int> one = start("one", [work]() -> Async<int> { co_return co_await work + 1; });
              const Started<int> two = start("two", [work]() -> Async<int> { co_return co_await work + 2; });
              said = fmt::format("{} {} {} {}", one.get(), two.get(), work.get(), work.get());
            }),
            Texts{"8 9 7 7"});
}

TEST(Start, RethrowsToWhoeverAwaits) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Started<int> work = start("work", fails("broken"));
              for (int i = 0; i < 2; ++i) {
                try {
                  static_cast<void>(work.get());
                } catch (const std::runtime_error& e) {
                  said += e.what();
                }
              }
            }).text(),
            "brokenbroken");
}

TEST(Start, AnExceptionThatNobodySeesIsAFailure) {
  EXPECT_EQ(run_once([](std::string&) {
              static_cast<void>(start("work", fails("broken")));  // dropped at once
              sleep(1s);
            }).text(),
            "uncaught exception: std::runtime_error: broken");
  EXPECT_EQ(run_once([](std::string&) {
              const Started<int> work = start("work", fails("broken"));
              sleep(1s);
            }).text(),
            "uncaught exception: std::runtime_error: broken (in work, which nobody awaits)");
}

TEST(Start, GoesOnWithoutItsHandle) {
  EXPECT_EQ(run_once([](std::string& said) {
              static_cast<void>(start("work", [test = self()]() -> Async<> {
                co_await async::sleep(1s);
                send(test, Go{});
              }));
              receive<Go>();
              said = "heard";
            }).text(),
            "heard");
}

TEST(Start, GoesOnWithoutItsMaker) {
  EXPECT_EQ(run_once([](std::string& said) {
              spawn("maker", [test = self()] {
                static_cast<void>(start("work", [test]() -> Async<> {
                  co_await async::sleep(1s);
                  send(test, Go{});
                }));
              });
              receive<Go>();
              said = "heard";
            }).text(),
            "heard");
}

TEST(Start, UnlessTheyAreLinked) {
  EXPECT_EQ(run_once([](std::string& said) {
              spawn("maker", [test = self()] {
                const Started<void> work = start("work", [test]() -> Async<> {
                  co_await async::sleep(1s);
                  send(test, Go{});
                });
                link(work.pid());
                exit("done");
              });
              said = receive<Go>(2s) ? "heard" : "nothing";
            }).text(),
            "nothing");
}

TEST(Cancel, EndsItWhereItWaits) {
  EXPECT_EQ(run_once([](std::string& said) {
              struct AtEnd {
                std::string& said;
                ~AtEnd() { said += "unwound "; }
              };
              const Started<int> work = start("work", [&said]() -> Async<int> {
                const AtEnd at_end{said};
                co_return co_await after_a_while(1h, 1);
              });
              sleep(1s);
              work.cancel();
              try {
                static_cast<void>(work.get());
              } catch (const AwaitFailed& e) {
                said += fmt::format("{}: {} ({})", e.awaited(), e.reason(), e.what());
              }
            }).text(),
            "unwound work: cancelled (work has no result: cancelled)");
}

TEST(Cancel, MayComeTooLate) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Started<int> work = start("work", []() -> Async<int> {
                co_await async::yield();
                co_return 1;
              });
              work.cancel();
              try {
                said = std::to_string(work.get());
              } catch (const AwaitFailed& e) {
                said = e.reason().text;
              }
            }),
            (Texts{"1", "cancelled"}));
}

TEST(Start, AwaitingOneWhoseNodeStopsFails) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Node other = start_node("other");
              const Pid maker = spawn(other, "maker", [test = self()] {
                const Started<void> work = start("work", []() -> Async<> { co_await async::receive<Go>(); });
                send(test, work);
                receive<Go>();
              });
              static_cast<void>(maker);
              const auto work = receive<Started<void>>();
              const Started<std::string> waiter = start("waiter", [work]() -> Async<std::string> {
                try {
                  co_await work;
                } catch (const AwaitFailed& e) {
                  co_return e.reason().text;
                }
                co_return "done";
              });
              stop_node(other);
              said = waiter.get();
            })
                .text()
                .substr(0, 4),
            "noco");
}

TEST(Start, ADeadlockNamesWhatIsAwaited) {
  const Ran ran = run_once([](std::string&) {
    const Started<void> work = start("work", []() -> Async<> { co_await async::receive<Go>(); });
    work.get();
  });
  EXPECT_EQ(ran.text(), "deadlock: test waits for ever in await of work");
  EXPECT_NE(ran.outcome.failure->detail.find("work waits in receive"), std::string::npos)
      << ran.outcome.failure->detail;
}

// The trial ends while everything is in the middle of something: nothing leaks (AddressSanitizer looks).
TEST(Start, NothingLeaksWhenATrialIsCutShort) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    run_once(
        [](std::string&) {
          const Started<int> slow = start("slow", after_a_while(1h, 1));
          const Started<int> fast = start("fast", fails("broken"));
          const Started<int> waits = start("waits", [=]() -> Async<int> {
            const std::string local(100, 'x');
            co_return co_await slow + static_cast<int>(local.size());
          });
          static_cast<void>(start("watcher", [=]() -> Async<> {
            try {
              co_await fast;
            } catch (const std::runtime_error&) {
              Trial::current().fail(FailureKind::assertion, "cut", Location::none());
            }
          }));
          static_cast<void>(waits.get());
        },
        seed);
  }
}

}  // namespace
}  // namespace heddle
