#include "heddle/async/when.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "heddle/async/await.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

Async<int> after_a_while(Duration duration, int n) {
  co_await async::sleep(duration);
  co_return n;
}
Async<int> at_once(int n) {
  co_await async::yield();
  co_return n;
}
Async<> nothing() { co_await async::yield(); }
Async<int> fails(Duration duration, const char* what) {
  co_await async::sleep(duration);
  throw std::runtime_error(what);
}

TEST(WhenAll, OfSeveralKinds) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Started<int> started = start("started", at_once(1));
              const Promise<std::unique_ptr<int>> promise;
              spawn("provider", [=] { promise.set(std::make_unique<int>(3)); });
              const auto [a, b, c, d] = run(when_all(started, at_once(2), promise.future(), nothing()));
              static_assert(std::is_same_v<decltype(d), const std::monostate>);
              said = fmt::format("{} {} {}", a, b, *c);
            }),
            Texts{"1 2 3"});
}

TEST(WhenAll, OfAVector) {
  EXPECT_EQ(outcomes([](std::string& said) {
              said = run([]() -> Async<std::string> {
                std::vector<Async<int>> many;
                for (int i = 0; i < 3; ++i) many.push_back(at_once(i));
                const std::vector<int> all = co_await when_all(std::move(many));
                std::vector<Started<void>> more;
                more.push_back(start("a", nothing()));
                co_await when_all(std::move(more));
                const std::vector<int> none = co_await when_all(std::vector<Async<int>>{});
                co_return fmt::format("{} {}", fmt::join(all, " "), none.size());
              });
            }),
            Texts{"0 1 2 0"});
}

TEST(WhenAll, WaitsForAllBeforeItFails) {
  EXPECT_EQ(run_once([](std::string& said) {
              try {
                run(when_all(fails(1s, "first"), after_a_while(3s, 1), fails(1ms, "second")));
              } catch (const std::runtime_error& e) {
                said = fmt::format("{} at {}", e.what(), describe_time(now()));
              }
            }).text(),
            "first at 3 s");
}

TEST(WhenAny, TheFirstWins) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto first = run(when_any(at_once(1), nothing()));
              said = first.index() == 0 ? std::to_string(std::get<0>(first)) : "nothing";
            }),
            (Texts{"1", "nothing"}));
}

TEST(WhenAny, OfAVector) {
  EXPECT_EQ(outcomes([](std::string& said) {
              std::vector<Async<int>> many;
              for (int i = 0; i < 3; ++i) many.push_back(at_once(10 * i));
              const auto [index, value] = run(when_any(std::move(many)));
              said = fmt::format("{} {}", index, value);
            }),
            (Texts{"0 0", "1 10", "2 20"}));
}

TEST(WhenAny, TheOthersGoOnUnlessTheyAreCancelled) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Started<int> slow = start("slow", after_a_while(2s, 1)),
                                 slower = start("slower", after_a_while(1h, 2));
              const auto first = run(when_any(slow, slower, after_a_while(1s, 3)));
              slower.cancel();
              said = fmt::format("{} {} ", first.index(), slow.get());
              try {
                static_cast<void>(slower.get());
              } catch (const AwaitFailed& e) {
                said += e.reason().text + " at " + describe_time(now());
              }
            }).text(),
            "2 1 cancelled at 2 s");
}

TEST(WhenAny, AnExceptionOfALoserThatNobodySeesIsAFailure) {
  EXPECT_EQ(run_once([](std::string&) {
              run(when_any(after_a_while(1ms, 1), fails(2ms, "lost")));
              sleep(1s);
            }).text(),
            "uncaught exception: std::runtime_error: lost");
}

TEST(WhenAny, RethrowsForTheFirst) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Started<int> slow = start("slow", after_a_while(2s, 1));
              try {
                run(when_any(fails(1ms, "broken"), slow));
              } catch (const std::runtime_error& e) {
                said = e.what();
              }
            }).text(),
            "broken");
}

TEST(WhenAny, OfNothingIsAMisuse) {
  EXPECT_EQ(run_once([](std::string&) { run(when_any(std::vector<Async<int>>{})); }).text(),
            "misuse: when_any() of nothing would wait for ever");
}

TEST(WhenAny, ADeadlockNamesThemAll) {
  const Ran ran = run_once([](std::string&) {
    const Promise<> a("a"), b("b");
    run(when_any(a.future(), b.future()));
  });
  EXPECT_EQ(ran.text(), "deadlock: test waits for ever in await of any of a, b");
}

}  // namespace
}  // namespace heddle
