// Time-outs, timers, names, life and death: programs with known numbers of inequivalent executions, from Concuerror under
// optimal DPOR with observers. There, time is ignored: every time-out and timer may strike at any point.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

void wait_for_ever() {
  daemon();
  receive<std::string>();
}

TEST(OracleTime, After) {
  for (Duration time : {Duration(0s), Duration(100s)}) {
    for (int n = 1; n <= 3; ++n) {
      const Exploration found = enumerate(
          [=] {
            const Pid test = self();
            for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(test, i); });
            outcome("{}", receive<int>(time).value_or(0));
          },
          any_time());
      EXPECT_EQ(found.classes(), static_cast<std::size_t>(n) + 1);
      EXPECT_EQ(found.outcomes.size(), static_cast<std::size_t>(n) + 1);
    }
  }
}

TEST(OracleTime, SelectiveAfter) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, i); });
    outcome("{}", receive<int>(0s, [](int v) { return v == 2; }).value_or(0));
  });
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"0", "2"}));
}

TEST(OracleTime, TimerAgainstCancel) {
  const Exploration found = enumerate(
      [] {
        const Timer timer = send_after(1s, self(), 1);
        if (timer.cancel())
          outcome("cancelled");
        else
          outcome("fired {}", receive<int>());
      },
      any_time());
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"cancelled", "fired 1"}));
}

TEST(OracleTime, TwoTimers) {
  const Exploration found = enumerate(
      [] {
        send_after(1s, self(), 1);
        send_after(2s, self(), 2);
        const int first = receive<int>();
        outcome("{}{}", first, receive<int>());
      },
      any_time());
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
}

TEST(OracleTime, DeadLetter) {
  const Exploration found = enumerate([] {
    const Pid p = spawn("p", [] { outcome("{}", receive<int>(0s).value_or(0)); });
    send(p, 1);
  });
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"0", "1"}));
}

// --- names ---

void ask(const char* name) { outcome(whereis(name) ? "found" : "nobody"); }

TEST(OracleNames, RegisterAgainstWhereIs) {
  // The owner stays: it is an actor that waits, since the test's own end takes its names away.
  const Exploration stays = enumerate([] {
    const Pid owner = spawn("owner", wait_for_ever);
    spawn("asker", [] { ask("n"); });
    register_name("n", owner);
  });
  EXPECT_EQ(stays.classes(), 2u);
  EXPECT_EQ(stays.outcomes, (Texts{"found", "nobody"}));
  const Exploration ends = enumerate([] {
    spawn("asker", [] { ask("n"); });
    register_name("n");
  });
  EXPECT_EQ(ends.classes(), 3u);
}

TEST(OracleNames, RegisterAgainstSend) {
  const Exploration found = enumerate([] {
    const Pid owner = spawn("owner", [] {
      daemon();
      outcome("{}", receive<int>());
    });
    spawn("sender", [] {
      try {
        send("n", 1);
      } catch (const NoSuchName&) {
        outcome("refused");
      }
    });
    register_name("n", owner);
  });
  EXPECT_EQ(found.classes(), 2u);
  EXPECT_EQ(found.outcomes, (Texts{"1", "refused"}));
}

TEST(OracleNames, ManyRegisterTheSame) {
  for (int n = 2; n <= 3; ++n) {
    const Exploration found = enumerate([n] {
      for (int i = 1; i <= n; ++i)
        spawn("child", [i] {
          if (register_name("n")) outcome("{}", i);
          wait_for_ever();
        });
    });
    EXPECT_EQ(found.classes(), static_cast<std::size_t>(n));
    EXPECT_EQ(found.outcomes.size(), static_cast<std::size_t>(n));
  }
}

TEST(OracleNames, UnregisterAgainstTwoWhereIs) {
  const Exploration found = enumerate([] {
    const Pid owner = spawn("owner", wait_for_ever);
    register_name("n", owner);
    for (int i = 0; i < 2; ++i) spawn("asker", [] { ask("n"); });
    unregister_name("n");
  });
  EXPECT_EQ(found.classes(), 4u);
  EXPECT_EQ(found.outcomes, (Texts{"found, found", "found, nobody", "nobody, nobody"}));
}

// --- life and death ---

TEST(OracleLife, Alive) {
  const Exploration one = enumerate([] {
    const Pid child = spawn("child", [] {});
    outcome(is_alive(child) ? "alive" : "dead");
  });
  EXPECT_EQ(one.classes(), 2u);
  EXPECT_EQ(one.outcomes, (Texts{"alive", "dead"}));
  const Exploration two = enumerate([] {
    const Pid child = spawn("child", [] {});
    for (int i = 0; i < 2; ++i) spawn("asker", [=] { outcome(is_alive(child) ? "alive" : "dead"); });
  });
  EXPECT_EQ(two.classes(), 4u);
  EXPECT_EQ(two.outcomes, (Texts{"alive, alive", "alive, dead", "dead, dead"}));
}

TEST(OracleLife, Monitor) {
  const auto watch = [](Pid child) {
    monitor(child);
    outcome(receive<Down>().reason.text);
  };
  const Exploration one = enumerate([=] { watch(spawn("child", [] {})); });
  EXPECT_EQ(one.classes(), 2u);
  EXPECT_EQ(one.outcomes, (Texts{"normal", "noproc"}));
  const Exploration two = enumerate([=] {
    const Pid child = spawn("child", [] {});
    for (int i = 0; i < 2; ++i) spawn("watcher", [=] { watch(child); });
  });
  EXPECT_EQ(two.classes(), 4u);
  EXPECT_EQ(two.outcomes, (Texts{"noproc, noproc", "noproc, normal", "normal, normal"}));
}

TEST(OracleLife, Link) {
  const Exploration trapping = enumerate([] {
    trap_exits();
    link(spawn("child", [] {}));
    outcome(receive<Exit>().reason.text);
  });
  EXPECT_EQ(trapping.classes(), 2u);
  EXPECT_EQ(trapping.outcomes, (Texts{"normal", "noproc"}));
  // Not trapping: Concuerror's link raises noproc, which the program there catches; here it is an exit signal.
  const Exploration plain = enumerate([] {
    const Pid child = spawn("child", [] {});
    spawn("linker", [child] {
      link(child);
      outcome("lives on");
    });
  });
  EXPECT_EQ(plain.classes(), 2u);
  EXPECT_EQ(plain.outcomes, (Texts{"", "lives on"}));
}

TEST(OracleLife, Kill) {
  for (int killers = 1; killers <= 2; ++killers) {
    const Exploration found = enumerate([=] {
      const Pid victim = spawn("victim", wait_for_ever);
      for (int i = 0; i < killers; ++i) spawn("killer", [=] { exit(victim, kKill); });
    });
    EXPECT_EQ(found.classes(), static_cast<std::size_t>(killers));
  }
}

}  // namespace
}  // namespace heddle::testing
