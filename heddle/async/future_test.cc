// Promises: one task provides, several wait.
#include "heddle/async/future.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/async/start.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

TEST(Future, IsAwaitedByAll) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<int> answer("answer");
              for (int i = 0; i < 2; ++i)
                spawn("waiter", [=, test = self()]() -> Async<> { send(test, co_await answer.future() + i); });
              spawn("provider", [=] { answer.set(42); });
              const int mine = answer.future().get();
              const int a = receive<int>(), b = receive<int>();
              said = fmt::format("{} {} {}", mine, a + b, answer.future().get());
            }),
            Texts{"42 85 42"});
}

TEST(Future, OfNothingAndOfWhatOnlyMoves) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<> gate("gate");
              const Promise<std::unique_ptr<int>> box("box");
              spawn("provider", [=] {
                gate.set();
                box.set(std::make_unique<int>(5));
              });
              gate.future().get();
              said = std::to_string(*box.future().get());
            }),
            Texts{"5"});
}

TEST(Future, CanBeAskedWhetherItIsReady) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<int> answer;
              spawn("provider", [=] { answer.set(1); });
              said = answer.future().ready() ? "ready" : "not yet";
              answer.future().get();
            }),
            (Texts{"not yet", "ready"}));
}

TEST(Future, RethrowsToEveryone) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<int> answer;
              const auto wait = [=]() -> Async<std::string> {
                try {
                  co_await answer.future();
                } catch (const std::runtime_error& e) {
                  co_return e.what();
                }
                co_return "";
              };
              const Started<std::string> other = start("other", wait);
              spawn("provider", [=] { answer.fail(std::runtime_error("no answer")); });
              said = run(wait) + ", " + other.get();
            }),
            Texts{"no answer, no answer"});
}

TEST(Promise, OnlyTheFirstOfSeveralSets) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<std::string> winner;
              for (const char* name : {"a", "b"}) spawn(name, [=] { winner.try_set(name); });
              said = winner.future().get();
            }),
            (Texts{"a", "b"}));
}

TEST(Promise, SetTwiceIsAMisuse) {
  EXPECT_EQ(run_once([](std::string&) {
              const Promise<int> answer("answer");
              answer.set(1);
              answer.set(2);
            }).text(),
            "misuse: answer has its value already; where several may be first, use try_set()");
}

TEST(Promise, ThatNobodyKeepsIsADeadlockThatNamesIt) {
  const Ran ran = run_once([](std::string&) {
    const Promise<int> answer("the answer");
    run([=]() -> Async<int> { co_return co_await answer.future(); });
  });
  EXPECT_EQ(ran.text(), "deadlock: test waits for ever in await of the answer");
  EXPECT_NE(ran.outcome.failure->line, 0u);  // of the co_await
  EXPECT_NE(ran.outcome.failure->file.find("future_test.cc"), std::string::npos);
}

TEST(Promise, AnErrorThatNobodySeesIsAFailure) {
  const std::string expected = "uncaught exception: std::runtime_error: lost (in answer, which nobody awaits)";
  EXPECT_EQ(run_once([](std::string&) { Promise<int>("answer").fail(std::runtime_error("lost")); }).text(), expected);
  EXPECT_EQ(run_once([](std::string&) {
              const auto kept = std::make_shared<Promise<int>>("answer");
              spawn("keeper", [kept] { receive<int>(); });
              kept->fail(std::runtime_error("lost"));
            }).text(),
            expected);
}

TEST(Promise, AWaiterMayBeKilled) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Promise<int> answer;
              const auto [waiter, ref] =
                  spawn_monitor("waiter", [=, test = self()]() -> Async<> { send(test, co_await answer.future()); });
              spawn("killer", [to = waiter] { exit(to, "stop"); });
              answer.set(1);
              said = receive<Down>().reason.text;
              if (receive<int>(0s)) said += ", heard";
            }),
            (Texts{"stop", "stop, heard", "normal, heard"}));
}

}  // namespace
}  // namespace heddle
