#include "heddle/spec/obligation.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Go {};

TEST(Obligation, MetIsSilent) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Obligation heard = expect_done("message {} is heard", 1);
              const Pid p = spawn("listener", [=] {
                receive<Go>();
                heard.done();
                heard.done();
              });
              send(p, Go{});
              said = "ok";
            }),
            Texts{"ok"});
}

TEST(Obligation, UnmetAtTheEndIsAFailure) {
  const Ran ran = run_once([](std::string&) {
    expect_done("message {} is heard", 1);
    expect_done("and another");
  });
  ASSERT_TRUE(ran.outcome.failure);
  const Failure& failure = *ran.outcome.failure;
  EXPECT_EQ(failure.kind, FailureKind::obligation);
  EXPECT_EQ(failure.message, "not done: message 1 is heard (and 1 more)");
  EXPECT_EQ(base_name(failure.file), "obligation_test.cc");
  EXPECT_GT(failure.line, 0u);
  EXPECT_EQ(failure.task, "test");
  EXPECT_NE(failure.detail.find("not done: and another (expected by test at obligation_test.cc:"), std::string::npos)
      << failure.detail;
}

TEST(Obligation, UnmetInSomeSchedulesOnly) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid p = spawn("listener", [] {
                const Obligation answer = expect_done("the listener is answered");
                if (receive<Go>(0s)) answer.done();
              });
              send(p, Go{});
              said = "ok";
            }),
            (Texts{"ok", "unmet obligation: not done: the listener is answered"}));
}

TEST(Obligation, ComesBeforeTheDeadlockThatItExplains) {
  EXPECT_EQ(run_once([](std::string&) {
              expect_done("work");
              receive<Go>();
            }).text(),
            "unmet obligation: not done: work");
}

TEST(Obligation, ThatAnActorEnds) {
  EXPECT_EQ(outcomes([](std::string& said) {
              expect_done(spawn("short", [] {}));
              const Pid victim = spawn("victim", [] {
                for (;;) receive<Go>();
              });
              expect_done(victim);
              exit(victim, kKill);
              said = "ok";
            }),
            Texts{"ok"});
  EXPECT_EQ(run_once([](std::string&) { expect_done(spawn("server", [] { receive<Go>(); })); }).text(),
            "unmet obligation: not done: server has ended");
}

TEST(Obligation, AnotherFailureComesFirst) {
  EXPECT_EQ(run_once([](std::string&) {
              expect_done("work");
              fail("no");
            }).text(),
            "assertion: no");
}

}  // namespace
}  // namespace heddle
