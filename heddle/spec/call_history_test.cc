#include "heddle/spec/call_history.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/spec/models.h"
#include "tests/support/cell.h"
#include "tests/support/enumerate.h"
#include "tests/support/searched.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using Reg = models::Register<int>;
using Store = models::Map<int, int>;
using testing::Cell;
using testing::enumerate;
using testing::Exploration;

struct Done {};

// --- invocations and returns as operations ---

// One call each, without a body: their orders are those of invocations against returns.
TEST(CallHistory, OnlyReturnsAndInvocationsRace) {
  const auto two_calls = [](auto... keys) {
    return enumerate([=] {
      const CallHistory<Store> history{"calls"};
      (spawn("client", [=] { history.call(Store::Put{keys, 1}, [] {}); }), ...);
    });
  };
  EXPECT_EQ(two_calls(1, 1).classes(), 3u);  // one before the other, the other before the one, overlapping
  EXPECT_EQ(two_calls(1, 2).classes(), 1u);
  EXPECT_EQ(two_calls(1, 1, 1).classes(), 19u);  // interval orders of three
}

// --- two registers, all executions by brute force and by searches ---

struct Replicas {
  Cell<int> first, second;
};

// Writes go to two replicas, one after the other. While there is one writer, reading one of them is fine; reading first
// the one, then the other may go back in time.
void replicated(bool read_both) {
  const auto replicas = std::make_shared<Replicas>();
  const CallHistory<Reg> history{"x"};
  history.expect_linearizable();
  spawn("writer", [=] {
    history.call(Reg::Write{1}, [&] {
      replicas->first.write(1);
      replicas->second.write(1);
    });
  });
  spawn("reader", [=] {
    history.call(Reg::Read{}, [&] { return replicas->first.read(); });
    history.call(Reg::Read{}, [&] { return read_both ? replicas->second.read() : replicas->first.read(); });
  });
}

TEST(CallHistory, EveryExecutionOfALinearizableRegister) {
  const Exploration all = enumerate([] { replicated(false); });
  EXPECT_EQ(all.outcomes, Texts{""});
  EXPECT_EQ(all.classes(), 10u);
  const testing::Searched searched = testing::search_all([] { replicated(false); });
  EXPECT_EQ(searched.failures, 0u);
  EXPECT_EQ(searched.seen.size(), all.classes());
}

TEST(CallHistory, ASearchFindsWhatBruteForceFinds) {
  const Exploration all = enumerate([] { replicated(true); });
  EXPECT_EQ(all.outcomes, (Texts{"", "not linearizable: x: read by reader returned 0, but only 1 is possible"}));
  std::uint64_t bad = 0;
  for (const auto& [order, texts] : all.by_order) bad += texts.begin()->starts_with("not linearizable");
  const testing::Searched searched = testing::search_all([] { replicated(true); });
  EXPECT_EQ(searched.seen.size(), all.classes());
  EXPECT_EQ(searched.failures, bad);
  EXPECT_GT(bad, 0u);
  EXPECT_LT(bad, all.classes());
}

// A reader that remembers what it read. The writer's return is what makes the old value wrong.
TEST(CallHistory, ACachedReadIsFound) {
  const auto cached = [](bool wait_for_writer) {
    return [=] {
      const auto value = std::make_shared<Cell<int>>();
      const Pid test = self();
      const CallHistory<Reg> history{"x"};
      const int cache = history.call(Reg::Read{}, [&] { return value->read(); });
      spawn("writer", [=] {
        history.call(Reg::Write{1}, [&] { value->write(1); });
        if (wait_for_writer) send(test, Done{});
      });
      if (wait_for_writer) receive<Done>();
      history.call(Reg::Read{}, [&] { return cache; });
      history.check_linearizable();
    };
  };
  const Texts bad{"not linearizable: x: read by test returned 0, but only 1 is possible"};
  EXPECT_EQ(enumerate(cached(true)).outcomes, bad);
  const Texts both{"", *bad.begin()};
  EXPECT_EQ(enumerate(cached(false)).outcomes, both);
}

// --- the failure ---

TEST(CallHistory, TheFailureHasAPlaceAndADrawing) {
  std::uint32_t line = 0;
  const Ran ran = run_once([&](std::string&) {
    const CallHistory<Reg> history{"x", Reg{3}};
    history.call(Reg::Read{}, [] { return 4; });
    line = __LINE__ + 1;
    history.check_linearizable();
  });
  ASSERT_TRUE(ran.outcome.failure);
  EXPECT_EQ(ran.outcome.failure->kind, FailureKind::linearizability);
  EXPECT_EQ(ran.outcome.failure->message, "x: read by test returned 4, but only 3 is possible");
  EXPECT_EQ(base_name(ran.outcome.failure->file), "call_history_test.cc");
  EXPECT_EQ(ran.outcome.failure->line, line);
  EXPECT_EQ(ran.outcome.failure->detail, "test  ├ read → 4 ┤ ✗\n");
}

TEST(CallHistory, SequentialConsistencyIsAnotherFailure) {
  EXPECT_EQ(run_once([&](std::string&) {
              const CallHistory<Reg> history{"x"};
              history.call(Reg::Write{1}, [] {});
              history.call(Reg::Read{}, [] { return 0; });
              history.check_sequentially_consistent();
            }).text(),
            "not sequentially consistent: x: no order of the calls explains their results, even if only each client's "
            "own order counts");
}

// --- calls that do not return ---

TEST(CallHistory, AKilledClientMayHaveWritten) {
  EXPECT_EQ(enumerate([] {
              const auto value = std::make_shared<Cell<int>>();
              const CallHistory<Reg> history{"x"};
              history.expect_linearizable();
              const Pid writer = spawn("writer", [=] { history.call(Reg::Write{1}, [&] { value->write(1); }); });
              exit(writer, kKill);
              const int seen = history.call(Reg::Read{}, [&] { return value->read(); });
              testing::outcome("{} {}", history.calls().calls.size(), seen);
            }).outcomes,
            (Texts{"1 0", "2 0", "2 1"}));
}

TEST(CallHistory, AnExceptionLeavesTheCallOpen) {
  EXPECT_EQ(run_once([](std::string& said) {
              const CallHistory<Reg> history{"x"};
              try {
                history.call(Reg::Write{1}, [] { throw 1; });
              } catch (int) {
              }
              history.call(Reg::Read{}, [] { return 0; });
              history.call(Reg::Read{}, [] { return 1; });
              history.check_linearizable();
              said = history.calls().calls[0].result ? "returned" : "open";
            }).text(),
            "open");
}

TEST(CallHistory, BothEndsOfACallByThemselves) {
  EXPECT_EQ(run_once([](std::string&) {
              const CallHistory<Reg> history{"x"};
              const OpenCall<Reg::Write> one = history.invoke(Reg::Write{1});
              const OpenCall<Reg::Cas> other = history.invoke(Reg::Cas{1, 2});
              history.returned(other, true);
              history.returned(one);
              history.check_linearizable();
              history.returned(one);
            }).text(),
            "misuse: a call returned that is not open: each returns once, in its own history");
}

TEST(CallHistory, FromAnEarlierTrialIsMisuse) {
  std::optional<CallHistory<Reg>> kept;
  run_once([&](std::string&) { kept.emplace("x"); });
  EXPECT_TRUE(run_once([&](std::string&) { kept->call(Reg::Write{1}, [] {}); })
                  .text()
                  .starts_with("misuse: call history 'x' is from an earlier trial"));
}

TEST(CallHistory, TheStoryTellsCallsAndResults) {
  const Ran ran = run_once(
      [](std::string&) {
        const CallHistory<Store> history{"store"};
        history.call(Store::Get{7}, [] { return std::optional<int>(); });
      },
      1, {.observe = true});
  EXPECT_NE(ran.story.find("test invoke [calls of store[7]] get 7\n"), std::string::npos) << ran.story;
  EXPECT_NE(ran.story.find("test return [calls of store[7]] get 7 → none\n"), std::string::npos) << ran.story;
}

}  // namespace
}  // namespace heddle
