// Conformance: coroutines, futures and executors. Each exploration also holds both searches, happens-before and the
// hash of partial orders against brute force (tests/support/enumerate.h).
#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/actor/receive.h"
#include "heddle/async/await.h"
#include "heddle/async/executor.h"
#include "heddle/async/start.h"
#include "heddle/async/when.h"
#include "tests/support/cell.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Go {};

// To look, and then to act on what was seen: two operations.
Async<int> increment(std::shared_ptr<Cell<int>> cell) {
  const int seen = cell->read();
  cell->write(seen + 1);
  co_return seen;
}

// --- joins ---

// Whoever starts a coroutine and awaits it sees one end, whenever it begins to wait.
TEST(Join, ByTheMakerIsOneOrder) {
  const Exploration found = enumerate([] {
    const Started<int> work = heddle::start("work", []() -> Async<int> { co_return 7; });
    outcome("{}", work.get());
    outcome("{}", work.get());
  });
  EXPECT_EQ(found.outcomes, Texts{"7, 7"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Join, OfManyIsOneOrder) {
  const Exploration found = enumerate([] {
    std::vector<Async<int>> many;
    for (int i = 0; i < 4; ++i) many.push_back([](int n) -> Async<int> { co_return n; }(i));
    int sum = 0;
    for (int n : run(when_all(std::move(many)))) sum += n;
    outcome("{}", sum);
  });
  EXPECT_EQ(found.outcomes, Texts{"6"});
  EXPECT_EQ(found.classes(), 1u);
}

// Two tasks that read and write one cell: six orders of four operations, all different, whatever is awaited in the end.
TEST(Join, AddsNoOrdersToThoseOfTheWork) {
  const Exploration found = enumerate([] {
    const auto cell = std::make_shared<Cell<int>>();
    const auto [a, b] = run(when_all(increment(cell), increment(cell)));
    outcome("{} {} {}", a, b, cell->peek());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0 0 1", "0 1 2", "1 0 2"}));
  EXPECT_EQ(found.classes(), 4u);
}

// Somebody else may be early or late.
TEST(Join, ByOthersIsARaceWithTheEnd) {
  const Exploration found = enumerate([] {
    const Started<int> work = heddle::start("work", []() -> Async<int> { co_return 7; });
    spawn("other", [=] { outcome("{}", work.get()); });
  });
  EXPECT_EQ(found.outcomes, Texts{"7"});
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Join, SeveralOthers) {
  const Exploration found = enumerate([] {
    const Started<int> work = heddle::start("work", []() -> Async<int> { co_return 7; });
    for (int i = 0; i < 2; ++i) spawn("other", [=] { outcome("{}", work.get() + i); });
    outcome("{}", work.get());
  });
  EXPECT_EQ(found.outcomes, Texts{"7, 7, 8"});
  EXPECT_EQ(found.classes(), 4u);
}

TEST(Join, RethrowsInAnyOrder) {
  const Exploration found = enumerate([] {
    const Started<int> work = heddle::start("work", []() -> Async<int> {
      throw std::runtime_error("broken");
      co_return 1;
    });
    const auto try_it = [=] {
      try {
        static_cast<void>(work.get());
      } catch (const std::runtime_error& e) {
        outcome(e.what());
      }
    };
    spawn("other", try_it);
    try_it();
  });
  EXPECT_EQ(found.outcomes, Texts{"broken, broken"});
}

// --- when_any ---

TEST(WhenAny, EitherMayBeFirst) {
  const Exploration found = enumerate([] {
    const auto one = []() -> Async<> { co_return; };
    const auto first = run(when_any(one(), one()));
    outcome("{}", first.index());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1"}));
}

// The work may be done when the look comes, or the limit, or neither: then which of them is first decides.
TEST(WhenAny, WithALimit) {
  const Exploration found = enumerate([] {
    const Started<void> work = heddle::start("work", []() -> Async<> { co_await async::sleep(1s); });
    const Started<void> limit = heddle::start("limit", []() -> Async<> { co_await async::sleep(1s); });
    outcome(run(when_any(work, limit)).index() == 0 ? "done" : "too late");
  });
  EXPECT_EQ(found.outcomes, (Texts{"done", "too late"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- cancel ---

TEST(Cancel, InEveryPlace) {
  const Exploration found = enumerate([] {
    const auto cell = std::make_shared<Cell<int>>();
    const Started<int> work = heddle::start("work", increment(cell));
    work.cancel();
    try {
      outcome("{}", work.get());
    } catch (const AwaitFailed& e) {
      outcome("{} {}", e.reason(), cell->peek());
    }
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "cancelled 0"}));  // after the write it is through, and only its exit is left
}

// Killed while it waits at a slot, against what would have ended the wait.
TEST(Cancel, OfOneThatAwaitsAnother) {
  const Exploration found = enumerate([] {
    const Promise<int> answer("answer");
    const Started<int> waiter = heddle::start("waiter", [=]() -> Async<int> {
      const Started<int> inner = heddle::start("inner", [=]() -> Async<int> { co_return co_await answer.future(); });
      co_return co_await inner;
    });
    spawn("provider", [=] { answer.set(1); });
    waiter.cancel();
    try {
      outcome("{}", waiter.get());
    } catch (const AwaitFailed& e) {
      outcome("{}", e.reason());
    }
  });
  EXPECT_EQ(found.outcomes, (Texts{"1", "cancelled"}));
}

// --- promises ---

TEST(Promise, SeenByItsMakerIsOneOrder) {
  const Exploration found = enumerate([] {
    const Promise<int> answer("answer");
    spawn("provider", [=] { answer.set(1); });
    outcome("{}", answer.future().get());
  });
  EXPECT_EQ(found.outcomes, Texts{"1"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Promise, TheFirstOfThreeWins) {
  const Exploration found = enumerate([] {
    const Promise<int> winner("winner");
    for (int i = 0; i < 3; ++i) spawn("candidate", [=] { outcome("{}", winner.try_set(i) ? i : -1); });
    outcome("winner {}", winner.future().get());
  });
  EXPECT_EQ(found.outcomes, (Texts{"-1, -1, 0, winner 0", "-1, -1, 1, winner 1", "-1, -1, 2, winner 2"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Promise, ReadyOrNot) {
  const Exploration found = enumerate([] {
    const Promise<> gate("gate");
    spawn("provider", [=] { gate.set(); });
    outcome("{}", gate.future().ready());
  });
  EXPECT_EQ(found.outcomes, (Texts{"false", "true"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- executors ---

TEST(Executor, EveryOrderOnce) {
  const Exploration found = enumerate([] {
    const Executor pool("pool");
    const auto order = std::make_shared<std::string>();
    const Promise<> done("done");
    for (const char* name : {"a", "b", "c"})
      pool.post([=] {
        *order += name;
        if (order->size() == 3) done.set();
      });
    done.future().get();
    outcome(*order);
  });
  EXPECT_EQ(found.outcomes, (Texts{"abc", "acb", "bac", "bca", "cab", "cba"}));
  EXPECT_EQ(found.classes(), 6u);
}

TEST(Executor, AStrandKeepsTheOrderOfPosts) {
  const Exploration found = enumerate([] {
    const Strand serial("serial");
    const auto order = std::make_shared<std::string>();
    const Promise<> done("done");
    const auto job = [=](const char* name) {
      return [=] {
        *order += name;
        if (order->size() == 3) done.set();
      };
    };
    spawn("other", [=] { serial.post(job("x")); });
    serial.post(job("a"));
    serial.post(job("b"));
    done.future().get();
    outcome(*order);
  });
  EXPECT_EQ(found.outcomes, (Texts{"abx", "axb", "xab"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Executor, CoroutinesHop) {
  const Exploration found = enumerate([] {
    const Executor pool("pool");
    const auto order = std::make_shared<std::string>();
    const auto hop = [=](char name) -> Async<> {
      co_await pool.schedule();
      *order += name;
    };
    run(when_all(hop('a'), hop('b')));
    outcome(*order);
  });
  EXPECT_EQ(found.outcomes, (Texts{"ab", "ba"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Yield, ExploresPlainVariables) {
  const Exploration found = enumerate([] {
    const auto shared = std::make_shared<int>(0);
    const auto look_and_act = [=]() -> Async<> {
      co_await async::yield();
      const int seen = *shared;
      co_await async::yield();
      *shared = seen + 1;
    };
    run(when_all(look_and_act(), look_and_act()));
    outcome("{}", *shared);
  });
  EXPECT_EQ(found.outcomes, (Texts{"1", "2"}));
  EXPECT_EQ(found.classes(), 6u);
}

// --- delivery: joins are at once, whatever messages do ---

TEST(Join, WhateverTheDelivery) {
  for (const Delivery delivery : {Delivery::causal, Delivery::fifo, Delivery::unordered}) {
    Settings settings;
    settings.delivery = delivery;
    const Exploration found = enumerate(
        [] {
          const auto tell = [test = self()](int n) -> Async<> {
            send(test, n);
            co_return;
          };
          run(when_all(tell(1), tell(2)));
          const int a = receive<int>(), b = receive<int>();
          outcome("{} {}", a, b);
        },
        settings);
    EXPECT_EQ(found.outcomes, (Texts{"1 2", "2 1"}));
  }
}

}  // namespace
}  // namespace heddle::testing
