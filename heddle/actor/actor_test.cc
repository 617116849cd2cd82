#include "heddle/actor/actor.h"

#include <gtest/gtest.h>

#include <memory>

#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Go {};
struct Number {
  int n;
};

[[noreturn]] void wait_for_ever() {
  for (;;) receive<Go>();
}

// --- spawn and send ---

TEST(Actor, MessagesOfOneSenderKeepTheirOrder) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] {
                for (int i = 1; i <= 4; ++i) send(test, Number{i});
              });
              for (int i = 0; i < 4; ++i) said += std::to_string(receive<Number>().n);
            }),
            Texts{"1234"});
}

TEST(Actor, MessagesOfTwoSendersComeInAnyOrder) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, Number{i}); });
              for (int i = 0; i < 2; ++i) said += std::to_string(receive<Number>().n);
            }),
            (Texts{"12", "21"}));
}

TEST(Actor, MessagesToTheDeadAreLost) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("short", [] {});
              receive<Down>();
              send(pid, Number{1});
              said = is_alive(pid) ? "alive" : "dead";
            }),
            Texts{"dead"});
}

TEST(Actor, MoveOnlyBodiesAndMessages) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("owner", [test, p = std::make_unique<int>(7)]() mutable { send(test, std::move(p)); });
              said = std::to_string(*receive<std::unique_ptr<int>>());
            }),
            Texts{"7"});
}

TEST(Actor, NamesAreUniqueAndFollowThePath) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("a", [=] { send(test, spawn("b", [] {})); });
              spawn("a", [] {});
              const Pid b = receive<Pid>();
              said = name_of(b) + " " + name_of(spawn("a", [] {})) + " " + name_of(Pid{});
            }),
            Texts{"a/b a#3 nobody"});
}

TEST(Actor, RefsAreDifferent) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Ref mine = make_ref(), next = make_ref();
              spawn([=] { send(test, make_ref()); });
              const Ref other = receive<Ref>();
              said = mine != next && mine != other && next != other ? "different" : "equal";
            }),
            Texts{"different"});
}

// --- exits ---

TEST(Exit, EndsFromAnyDepthAndRunsDestructors) {
  EXPECT_EQ(outcomes([](std::string& said) {
              struct Guard {
                std::string& text;
                ~Guard() { text += "unwound "; }
              };
              spawn_monitor("leaver", [&said] {
                const Guard guard{said};
                exit("enough");
              });
              said += receive<Down>().reason.text;
            }),
            Texts{"unwound enough"});
}

TEST(Exit, KillCannotBeTrappedAndIsHeardAsKilled) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("tough", [] {
                trap_exits();
                wait_for_ever();
              });
              exit(pid, kKill);
              said = receive<Down>().reason.text;
            }),
            Texts{"killed"});
}

TEST(Exit, NormalSignalsDoNothingUnlessTrapped) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Pid pid = spawn("calm", [=] {
                receive<Go>();
                send(test, Number{1});
              });
              exit(pid, kNormal);
              send(pid, Go{});
              receive<Number>();
              said = "survived";
            }),
            Texts{"survived"});
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Pid pid = spawn("trapper", [=] {
                trap_exits();
                send(test, Go{});
                send(test, receive<Exit>());
              });
              receive<Go>();
              exit(pid, kNormal);
              const Exit got = receive<Exit>();
              said = got.from == self() ? got.reason.text : "?";
            }),
            Texts{"normal"});
}

TEST(Exit, ASignalRacesWithTrapExits) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const auto [pid, ref] = spawn_monitor("trapper", [=] {
                trap_exits();
                send(test, receive<Exit>());
              });
              exit(pid, "boom");
              receive(on<Exit>([&](const Exit& e) { said = "trapped " + e.reason.text; }),
                      on<Down>([&](const Down& d) { said = "down " + d.reason.text; }));
            }),
            (Texts{"trapped boom", "down boom"}));
}

TEST(Exit, ToOneselfIsImmediate) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn_monitor("self", [&said] {
                exit(self(), kNormal);  // unlike from others, this ends it
                said = "went on ";
              });
              said += receive<Down>().reason.text;
            }),
            Texts{"normal"});
}

TEST(Exit, WhoeverKilledSeesItDead) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid pid = spawn("victim", wait_for_ever);
              exit(pid, kKill);
              said = is_alive(pid) ? "alive" : "dead";
            }),
            Texts{"dead"});
}

// The signal may come after the actor's function has returned and before its exit is picked: watchers hear of one death,
// with whichever reason came first.
TEST(Exit, ASignalRacesWithTheEnd) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("short", [] {});
              exit(pid, "boom");
              said = receive<Down>().reason.text;
              check(!receive<Down>(0s), "a second Down");
            }),
            (Texts{"normal", "boom"}));
}

TEST(Exit, OfTwoSignalsTheFirstCounts) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("victim", wait_for_ever);
              for (const char* why : {"a", "b"}) spawn("killer", [=, p = pid] { exit(p, why); });
              said = receive<Down>().reason.text;
              check(!receive<Down>(1s), "a second Down");
            }),
            (Texts{"a", "b"}));
}

TEST(Exit, AnUncaughtExceptionIsAFailure) {
  const Texts seen = outcomes([](std::string&) {
    spawn("thrower", [] { throw std::runtime_error("oh"); });
    receive<Go>();
  });
  EXPECT_EQ(seen, Texts{"uncaught exception: std::runtime_error: oh"});
}

TEST(Exit, DestructorsOfTheDyingMayCallOperations) {
  EXPECT_EQ(outcomes([](std::string& said) {
              struct Guard {
                Pid test;
                ~Guard() {
                  send(test, Go{});                     // skipped: the dead do not send
                  static_cast<void>(receive<Go>(1s));   // expires at once
                  static_cast<void>(is_alive(test));
                }
              };
              const Pid test = self();
              const auto [pid, ref] = spawn_monitor("victim", [=] {
                const Guard guard{test};
                wait_for_ever();
              });
              exit(pid, kKill);
              said = receive<Down>().reason.text;
              said += receive<Go>(1s) ? " sent" : " silent";
            }),
            Texts{"killed silent"});
}

// --- links ---

TEST(Link, DeathSpreads) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn_monitor("parent", [] {
                spawn_link("child", [] { exit("boom"); });
                wait_for_ever();
              });
              said = receive<Down>().reason.text;
            }),
            Texts{"boom"});
}

TEST(Link, NormalEndsDoNotSpread) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn_monitor("parent", [] {
                const Pid child = spawn_link("child", [] {});
                monitor(child);
                receive<Down>();
                exit("last");
              });
              said = receive<Down>().reason.text;
            }),
            Texts{"last"});
}

TEST(Link, TrappedExitsAreMessages) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Pid child = spawn_link("child", [] { exit("boom"); });
              const Exit got = receive<Exit>();
              said = got.reason.text + (got.from == child ? " from child" : "");
            }),
            Texts{"boom from child"});
}

TEST(Link, KillAsAnExitReasonCanBeTrapped) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              spawn_link("child", [] { exit(kKill); });
              said = receive<Exit>().reason.text;
            }),
            Texts{"kill"});
}

TEST(Link, ToTheDeadIsAnsweredWithNoproc) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const auto [child, ref] = spawn_monitor("child", [] {});
              receive<Down>();
              link(child);
              said = receive<Exit>().reason.text;
            }),
            Texts{"noproc"});
}

TEST(Link, RacesWithTheEnd) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Pid child = spawn("child", [] { exit("boom"); });
              link(child);
              said = receive<Exit>().reason.text;
            }),
            (Texts{"boom", "noproc"}));
}

TEST(Link, UnlinkStopsIt) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Pid child = spawn_link("child", [] { exit("boom"); });
              unlink(child);
              const std::optional<Exit> got = receive<Exit>(1s);
              said = got ? got->reason.text : "nothing";
            }),
            (Texts{"boom", "nothing"}));
}

// --- monitors ---

TEST(Monitor, OneDownPerMonitor) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid child = spawn("child", [] { receive<Go>(); });
              const Ref a = monitor(child), b = monitor(child);
              send(child, Go{});
              said = receive<Down>().ref == a && receive<Down>().ref == b ? "both" : "?";
            }),
            Texts{"both"});
}

TEST(Monitor, RacesWithTheEnd) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid child = spawn("child", [] { exit("boom"); });
              monitor(child);
              said = receive<Down>().reason.text;
            }),
            (Texts{"boom", "noproc"}));
}

TEST(Monitor, OfANameThatNobodyHas) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Ref ref = monitor(Name{"nobody"});
              const Down down = receive<Down>();
              said = down.reason.text + (down.ref == ref && !down.pid ? "" : "?");
            }),
            Texts{"noproc"});
}

TEST(Monitor, DemonitorSaysWhetherItWasInTime) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("child", [] {});
              const bool in_time = demonitor(ref);
              const bool came = receive<Down>(1s).has_value();
              check(in_time != came, "in time {}, came {}", in_time, came);
              said = in_time ? "in time" : "late";
            }),
            (Texts{"in time", "late"}));
}

TEST(Monitor, DemonitorWithFlushLeavesNothing) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("child", [] {});
              const bool in_time = demonitor(ref, Flush::yes);
              check(!receive<Down>(1s), "Down after a flush");
              said = in_time ? "in time" : "late";
            }),
            (Texts{"in time", "late"}));
}

// What a demonitor finds is an operation in both orders, so that search sees the race whichever comes first.
TEST(Monitor, DemonitorIsAnOperationEvenWhenLate) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ran ran = run_once(
        [](std::string&) {
          const auto [pid, ref] = spawn_monitor("child", [] {});
          demonitor(ref);
        },
        seed, {.observe = true});
    EXPECT_NE(ran.story.find("test demonitor [child]"), std::string::npos) << ran.story;
  }
}

TEST(Monitor, OfTheDeadIsOverAtOnce) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("child", [] {});
              receive<Down>();
              check(!demonitor(ref), "a monitor whose Down was taken is still there");
              const Ref again = monitor(pid);
              check(!demonitor(again, Flush::yes), "a monitor of the dead is still there");
              said = receive<Down>(1s) ? "Down" : "flushed";
            }),
            Texts{"flushed"});
}

// --- misuse ---

TEST(Misuse, EmptyPid) {
  EXPECT_EQ(run_once([](std::string&) { send(Pid{}, Go{}); }).text(),
            "misuse: an empty Pid{} was used: it names no actor");
}

TEST(Misuse, OfPidsIsToldWithItsPlace) {
  const std::function<void()> misuses[] = {
      [] { send(Pid{}, Go{}); },       [] { link(Pid{}); },          [] { unlink(Pid{}); },
      [] { monitor(Pid{}); },          [] { exit(Pid{}, kKill); },   [] { is_alive(Pid{}); },
      [] { register_name("x", Pid{}); }, [] { send_after(1ms, Pid{}, Go{}); }};
  for (const auto& misuse : misuses) {
    const Ran ran = run_once([&](std::string&) { misuse(); });
    ASSERT_TRUE(ran.outcome.failure);
    EXPECT_NE(ran.outcome.failure->file.find("actor_test.cc"), std::string::npos);
  }
}

TEST(Misuse, OutsideOfATest) { EXPECT_THROW(self(), std::logic_error); }

// What a sampler that is not fair lets pile up, the fair part of the trial must have a chance to take.
static_assert(Settings{}.max_mailbox > 2 * Settings{}.fair_after);

TEST(Limits, MailboxLength) {
  Settings settings;
  settings.max_mailbox = 10;
  const Texts seen = outcomes(
      [](std::string&) {
        const Pid deaf = spawn("deaf", [] { sleep(1h); });
        for (int i = 0; i < 20; ++i) send(deaf, Number{i});
      },
      20, settings);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_NE(seen.begin()->find("more than 10 messages wait in the mailbox of deaf"), std::string::npos) << *seen.begin();
}

TEST(Deadlock, NamesTheReceiveAndTheMailbox) {
  const Ran ran = run_once([](std::string&) {
    send(self(), Go{});
    receive<Number>();
  });
  ASSERT_TRUE(ran.outcome.failure);
  EXPECT_EQ(ran.outcome.failure->kind, FailureKind::deadlock);
  EXPECT_NE(ran.outcome.failure->detail.find("wants Number"), std::string::npos) << ran.outcome.failure->detail;
  EXPECT_NE(ran.outcome.failure->detail.find("mailbox holds 1: Go{}"), std::string::npos) << ran.outcome.failure->detail;
}

TEST(Deadlock, MessagesStayInTheirLine) {
  const Ran ran = run_once([](std::string&) {
    send(self(), std::string("first\nFAILED Fake.Test"));
    send(self(), std::string(1'000, 'x'));
    receive<Number>();
  });
  ASSERT_TRUE(ran.outcome.failure);
  const std::string& detail = ran.outcome.failure->detail;
  EXPECT_NE(detail.find("mailbox holds 2: first\\nFAILED Fake.Test, xxx"), std::string::npos) << detail;
  EXPECT_NE(detail.find("xxx...\n"), std::string::npos) << detail;
  EXPECT_EQ(detail.find(std::string(200, 'x')), std::string::npos) << detail;
}

TEST(Time, SleepMovesTheVirtualClock) {
  const Ran ran = run_once([](std::string& said) {
    const Time before = now();
    sleep(3h);
    said = now() - before == 3h ? "3h" : "?";
  });
  EXPECT_EQ(ran.text(), "3h");
  EXPECT_EQ(ran.outcome.ended_at, Time(3h));
}

TEST(Time, AWaitMayBeLongerThanTimeLasts) {
  EXPECT_EQ(outcomes([](std::string& said) {
              sleep(1s);
              const Pid test = self();
              spawn("sleeper", [=] {
                sleep(Duration::max());
                send(test, 1);
              });
              spawn("reader", [=] {
                receive<std::string>(Duration::max() - 1ns);
                send(test, 2);
              });
              said = receive<int>(1h) ? "woke up" : "sleeps";
            }),
            Texts{"sleeps"});
}

TEST(Time, StoriesSayHowLongASleepWas) {
  EXPECT_EQ(run_once([](std::string&) { sleep(1500ms); }, 1, {.observe = true}).story,
            "test wake up [test] after 1.5 s\n"
            "test exit [test] normal\n");
}

TEST(Pid, HasNoQuotesInsideContainers) {
  EXPECT_EQ(run_once([](std::string& said) { said = to_text(std::vector{self(), self()}); }).text(), "[test, test]");
}

}  // namespace
}  // namespace heddle
