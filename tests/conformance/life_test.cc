// Conformance: exits, exit signals, links, trapping, and what kills race with.
#include <gtest/gtest.h>

#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Go {
  int n = 0;
};
struct Stop {};

[[noreturn]] void wait_for_ever() {
  for (;;) receive<Stop>();
}

void hear_exit() { outcome("heard {}", receive<Exit>().reason.text); }

// --- exit ---

TEST(Exit, SaysItsReasonToWhoeverWatches) {
  const Exploration found = enumerate([] {
    spawn_monitor("child", [] { exit("enough"); });
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"enough"});
  EXPECT_EQ(found.classes(), 1u);
}

// What the test would have checked after that, it has not.
TEST(Exit, OfTheTestItselfIsAFailure) {
  const auto failure_of = [](Program program) {
    const Exploration found = enumerate(std::move(program));
    return found.outcomes;
  };
  EXPECT_EQ(failure_of([] { exit("enough"); }), Texts{"abnormal exit: the test ended itself with reason enough"});
  EXPECT_EQ(failure_of([] {
              spawn_link("child", [] { exit("broken"); });
              receive<Stop>();
            }),
            Texts{"abnormal exit: the test was ended by somebody else with reason broken"});
  EXPECT_EQ(failure_of([] { exit(kNormal); }), Texts{""});
}

// --- catch (...) ---

[[noreturn]] void catch_everything() {
  for (;;) {
    try {
      receive<Go>();
    } catch (...) {
    }
  }
}

TEST(CatchAll, DoesNoHarmAtTheEndOfATrial) {
  const Exploration found = enumerate([] {
    send(spawn("server", catch_everything), Go{});
    daemon();
  });
  EXPECT_EQ(found.outcomes, Texts{""});
}

TEST(CatchAll, OfAKillIsAMisuse) {
  const Exploration found = enumerate([] { exit(spawn("server", catch_everything), kKill); });
  ASSERT_EQ(found.outcomes.size(), 1u);
  EXPECT_NE(found.outcomes.begin()->find("misuse: server was ended, and went on: a catch (...)"), std::string::npos)
      << *found.outcomes.begin();
}

TEST(CatchAll, ThatLetsItThroughMaySendBefore) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const auto [server, ref] = spawn_monitor("server", [=] {
      try {
        receive<Go>();
      } catch (...) {
        is_alive(test);
        throw;
      }
    });
    exit(server, "enough");
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"enough"});
}

TEST(Exit, TellsEverybodyAtOnce) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Pid child = spawn("child", [] { receive<Go>(); });
    for (int i = 1; i <= 2; ++i)
      spawn("watcher", [=] {
        monitor(child);
        send(test, Stop{});
        receive<Down>();
        send(test, Go{i});
      });
    receive<Stop>();
    receive<Stop>();
    send(child, Go{});
    const int first = receive<Go>().n;
    outcome("{}{}", first, receive<Go>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
}

TEST(Exit, OfActorsThatNobodyKnowsIsOneOrder) {
  const Exploration found = enumerate([] {
    for (int i = 0; i < 3; ++i) spawn("child", [] {});
  });
  EXPECT_EQ(found.classes(), 1u);
}

// --- signals: normal, other, kill ---

TEST(Signal, NormalDoesNothing) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { outcome("{}", receive<Go>().n); });
    exit(child, kNormal);
    send(child, Go{1});
  });
  EXPECT_EQ(found.outcomes, Texts{"1"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Signal, NormalAgainstTheEndOfItsTargetIsOneOrder) {
  EXPECT_EQ(enumerate([] { exit(spawn("child", [] {}), kNormal); }).classes(), 1u);
}

TEST(Signal, OtherReasonsKillUnlessTrapped) {
  for (const Reason& reason : {kShutdown, kKill}) {
    const Exploration found = enumerate([=] {
      const auto [child, ref] = spawn_monitor("child", wait_for_ever);
      exit(child, reason);
      outcome(receive<Down>().reason.text);
    });
    EXPECT_EQ(found.outcomes, Texts{reason == kKill ? "killed" : reason.text});
    EXPECT_EQ(found.classes(), 1u);
  }
}

TEST(Signal, RacesWithTrapping) {
  const auto program = [](Reason reason) {
    return [=] {
      const auto [child, ref] = spawn_monitor("child", [] {
        trap_exits();
        hear_exit();
      });
      exit(child, reason);
      outcome("ended by {}", receive<Down>().reason.text);
    };
  };
  EXPECT_EQ(enumerate(program(kShutdown)).outcomes, (Texts{"ended by shutdown", "ended by normal, heard shutdown"}));
  EXPECT_EQ(enumerate(program(kShutdown)).classes(), 2u);
  EXPECT_EQ(enumerate(program(kKill)).outcomes, Texts{"ended by killed"});
  EXPECT_EQ(enumerate(program(kKill)).classes(), 2u);  // whether trapping came first
  EXPECT_EQ(enumerate(program(kNormal)).outcomes, (Texts{"ended by normal, heard normal", "deadlock"}));
}

TEST(Signal, TrappingCanBeTurnedOffAgain) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", [] {
      outcome("{}", trap_exits(true));
      outcome("{}", trap_exits(false));
      wait_for_ever();
    });
    exit(child, kShutdown);
    outcome(receive<Down>(1s) ? "dead" : "alive");
  });
  EXPECT_EQ(found.outcomes, (Texts{"dead", "alive, false, true", "dead, false, true"}));
}

TEST(Signal, ToOneself) {
  const Exploration found = enumerate([] {
    spawn_monitor("child", [] {
      exit(self(), kShutdown);
      outcome("not reached");
    });
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"shutdown"});
}

// Its function is over, its exit is not: a signal still changes the reason.
TEST(Signal, AgainstTheEndOfItsTarget) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", [] {});
    exit(child, kShutdown);
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"normal", "shutdown"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Signal, TheFirstOfTwoCounts) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", wait_for_ever);
    for (const char* reason : {"a", "b"}) spawn("killer", [=, c = child] { exit(c, reason); });
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"a", "b"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- what a kill cuts off ---

TEST(Kill, AtAnyPointOfItsTarget) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const auto [child, ref] = spawn_monitor("child", [=] {
      for (int i = 1; i <= 2; ++i) send(test, Go{i});
    });
    exit(child, kKill);
    const Reason why = receive<Down>().reason;
    outcome("{} {}", flush<Go>(), why.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"0 killed", "1 killed", "2 killed", "2 normal"}));
  EXPECT_EQ(found.classes(), 4u);
}

TEST(Kill, AgainstTheMessageThatItsTargetWaitsFor) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {
      receive<Go>();
      outcome("got it");
    });
    spawn("sender", [=] { send(child, Go{}); });
    spawn("killer", [=] { exit(child, kKill); });
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "got it"}));
  EXPECT_EQ(found.classes(), 3u);  // killed before, between, after its end
}

TEST(Kill, AgainstAMessageThatItsTargetDoesNotWaitForIsOneOrder) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", wait_for_ever);
    spawn("sender", [=] { send(child, Go{}); });
    spawn("killer", [=] { exit(child, kKill); });
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Kill, AgainstATimeOut) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {
      receive<Go>(0s);
      outcome("gave up");
    });
    exit(child, kKill);
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "gave up"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Kill, RunsDestructorsAndNothingElse) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Pid child = spawn("child", [=] {
      struct Guard {
        Pid test;
        ~Guard() {
          outcome("unwound");
          send(test, Go{});  // an operation of a dead man: nothing
        }
      } guard{test};
      wait_for_ever();
    });
    exit(child, kKill);
    outcome(receive<Go>(1s) ? "sent" : "silent");
  });
  EXPECT_EQ(found.outcomes, Texts{"silent, unwound"});
}

TEST(IsAlive, AgainstAKill) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", wait_for_ever);
    spawn("killer", [=] { exit(child, kKill); });
    outcome(is_alive(child) ? "alive" : "dead");
  });
  EXPECT_EQ(found.outcomes, (Texts{"alive", "dead"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(IsAlive, WhoeverKilledItSeesItDead) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", wait_for_ever);
    exit(child, kKill);
    outcome(is_alive(child) ? "alive" : "dead");
  });
  EXPECT_EQ(found.outcomes, Texts{"dead"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(IsAlive, AndTrappingAreIndependent) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {
      trap_exits();
      wait_for_ever();
    });
    is_alive(child);
  });
  EXPECT_EQ(found.classes(), 1u);
}

// --- links ---

TEST(Link, ADeathKillsTheOther) {
  const Exploration found = enumerate([] {
    spawn_monitor("parent", [] {
      spawn_link("child", [] { exit("broken"); });
      wait_for_ever();
    });
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"broken"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Link, WorksBothWaysAndANormalEndIsHarmless) {
  const Exploration both = enumerate([] {
    spawn_monitor("parent", [] {
      const Pid grandchild = spawn_link("child", wait_for_ever);
      monitor(grandchild);
      exit("broken");
    });
    receive<Down>();
  });
  EXPECT_EQ(both.classes(), 1u);
  const Exploration harmless = enumerate([] {
    spawn_monitor("parent", [] {
      const auto [child, watch] = spawn_monitor("child", [] { receive<Go>(); });
      link(child);
      send(child, Go{});
      receive<Down>();
      outcome("lives on");
    });
    receive<Down>();
  });
  EXPECT_EQ(harmless.outcomes, Texts{"lives on"});
}

// Two linked actors end at the same time: only if one of them ends badly does it matter who goes first.
TEST(Link, TwoEnds) {
  const auto program = [](Reason a, Reason b) {
    return [=] {
      spawn_monitor("a", [=] {
        spawn_link("b", [=] { exit(b); });
        exit(a);
      });
      outcome(receive<Down>().reason.text);
    };
  };
  EXPECT_EQ(enumerate(program(kNormal, kNormal)).classes(), 1u);
  EXPECT_EQ(enumerate(program(kNormal, "bad")).outcomes, (Texts{"normal", "bad"}));
  EXPECT_EQ(enumerate(program(kNormal, "bad")).classes(), 2u);
  EXPECT_EQ(enumerate(program("bad", kNormal)).outcomes, Texts{"bad"});
  EXPECT_EQ(enumerate(program("bad", kNormal)).classes(), 2u);  // the other ends with this reason, or its own
  EXPECT_EQ(enumerate(program("bad", "worse")).outcomes, (Texts{"bad", "worse"}));
}

TEST(Link, TrappedItIsAMessage) {
  const Exploration found = enumerate([] {
    trap_exits();
    const Pid child = spawn_link("child", [] { exit("broken"); });
    const Exit exit = receive<Exit>();
    outcome("{} {}", exit.from == child, exit.reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"true broken"});
  EXPECT_EQ(found.classes(), 1u);
}

// Killed by name, it dies of "killed", which its links may trap; only the signal itself cannot be.
TEST(Link, AKillIsHeardAsKilledAndCanBeTrapped) {
  const Exploration found = enumerate([] {
    trap_exits();
    const Pid child = spawn_link("child", wait_for_ever);
    exit(child, kKill);
    hear_exit();
  });
  EXPECT_EQ(found.outcomes, Texts{"heard killed"});
}

TEST(Link, ToTheDead) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", [] {});
    receive<Down>();
    trap_exits();
    link(child);
    hear_exit();
  });
  EXPECT_EQ(found.outcomes, Texts{"heard noproc"});
}

TEST(Unlink, AgainstADeath) {
  const Exploration found = enumerate([] {
    spawn_monitor("parent", [] {
      const Pid child = spawn_link("child", [] { exit("broken"); });
      unlink(child);
      outcome("unlinked");
    });
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"broken", "normal, unlinked"}));
}

// One links, the other unlinks: who came last decides.
TEST(Unlink, AgainstALinkFromTheOtherSide) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const auto [a, ref] = spawn_monitor("a", [] {
      const Pid b = receive<Pid>();
      link(b);
      receive<Stop>();
      outcome("a lives on");
    });
    const Pid b = spawn("b", [=, a2 = a] {
      receive<Go>();
      unlink(a2);
      send(test, Go{});
      receive<Go>();
      exit("broken");
    });
    send(a, b);
    send(b, Go{});
    receive<Go>();
    send(b, Go{});
    send(a, Stop{});
    receive<Down>();
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "a lives on"}));
}

TEST(Link, TwiceFromBothSidesIsOnce) {
  const Exploration found = enumerate([] {
    const Pid a = spawn("a", [] {
      daemon();
      link(receive<Pid>());
      receive<Stop>();
    });
    const Pid b = spawn("b", [=] {
      daemon();
      link(a);
      receive<Stop>();
    });
    send(a, b);
  });
  EXPECT_EQ(found.classes(), 1u);
}

// --- two monitors of one actor ---

// Both Downs come in one event: the second never comes before the first, nor instead of it.
TEST(Monitor, TwiceAtTheMomentOfATimeOut) {
  const Exploration found = enumerate([] {
    const Pid actor = spawn("actor", [] { sleep(2s); });
    monitor(actor);
    monitor(actor);
    receive(on_any([] { outcome("told"); }), after(2s, [] { outcome("gave up"); }));
  });
  EXPECT_EQ(found.outcomes, (Texts{"told", "gave up"}));
  EXPECT_EQ(found.classes(), 2u);
}

}  // namespace
}  // namespace heddle::testing
