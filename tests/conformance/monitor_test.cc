// Conformance: monitors and names.
#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Go {};

[[noreturn]] void wait_for_ever() {
  for (;;) receive<Go>();
}

// --- monitors ---

TEST(Monitor, OneDownPerMonitor) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { receive<Go>(); });
    const Ref first = monitor(child), second = monitor(child);
    send(child, Go{});
    const Ref a = receive<Down>().ref, b = receive<Down>().ref;
    outcome("{} {} {}", a == first, b == second, receive<Down>(1s) ? "more" : "no more");
  });
  EXPECT_EQ(found.outcomes, Texts{"true true no more"});
}

TEST(Monitor, OfTheDeadIsAnsweredAtOnce) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", [] { exit("gone"); });
    outcome(receive<Down>().reason.text);
    monitor(child);
    outcome(receive<Down>(0s)->reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"gone, noproc"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Monitor, ByName) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { receive<Go>(); });
    register_name("n", child);
    monitor("n");
    monitor("m");
    outcome(receive<Down>().reason.text);
    send(child, Go{});
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"noproc, normal"});
}

TEST(Monitor, AgainstARegistrationThatEnds) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { exit("gone"); });
    register_name("n", child);
    monitor("n");
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"gone", "noproc"}));
}

// Whoever monitors may be gone when there is something to hear: nobody can tell.
TEST(Monitor, ByTheDeadIsOneOrder) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { receive<Go>(); });
    spawn("watcher", [=] {
      monitor(child);
      send(child, Go{});
    });
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Demonitor, WithoutFlushADownMayHaveCome) {
  const auto program = [](Flush flush) {
    return [=] {
      const auto [child, ref] = spawn_monitor("child", [] {});
      const bool removed = demonitor(ref, flush);
      outcome("{}, {}", removed ? "in time" : "too late", receive<Down>(1s) ? "heard" : "silent");
    };
  };
  const Exploration plain = enumerate(program(Flush::no));
  EXPECT_EQ(plain.outcomes, (Texts{"in time, silent", "too late, heard"}));
  EXPECT_EQ(plain.classes(), 2u);
  const Exploration flushed = enumerate(program(Flush::yes));
  EXPECT_EQ(flushed.outcomes, (Texts{"in time, silent", "too late, silent"}));
  EXPECT_EQ(flushed.classes(), 2u);
}

TEST(Demonitor, AfterTheDownWasTakenIsNothing) {
  const Exploration found = enumerate([] {
    const auto [child, ref] = spawn_monitor("child", [] {});
    receive<Down>();
    outcome("{}", demonitor(ref));
  });
  EXPECT_EQ(found.outcomes, Texts{"false"});
}

TEST(Demonitor, OneOfTwo) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { receive<Go>(); });
    const Ref first = monitor(child), second = monitor(child);
    demonitor(first);
    send(child, Go{});
    const Down down = receive<Down>();
    outcome("{} {}", down.ref == second, receive<Down>(1s) ? "more" : "no more");
  });
  EXPECT_EQ(found.outcomes, Texts{"true no more"});
}

// A Down that was flushed is no longer there for anybody: what comes later does not race with it.
TEST(Demonitor, AFlushedDownRacesWithNothing) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const auto [child, ref] = spawn_monitor("child", [] {});
    spawn("sender", [=] { send(test, Go{}); });
    demonitor(ref, Flush::yes);
    receive(on_any([](const AnyMessage& m) { outcome(std::string(m.get_if<Go>() ? "go" : "down")); }));
  });
  EXPECT_EQ(found.outcomes, Texts{"go"});
  EXPECT_EQ(found.classes(), 2u);  // the child's end before or after demonitor
}

// --- names ---

TEST(Names, OneOwnerOneName) {
  const Exploration found = enumerate([] {
    outcome("{}", register_name("n"));
    const Pid child = spawn("child", wait_for_ever);
    outcome("{}", register_name("n", child));
    outcome("{}", whereis("n") == self());
    outcome("{}", unregister_name("n"));
    outcome("{}", unregister_name("n"));
    outcome("{}", whereis("n").has_value());
    outcome("{}", register_name("n", child));
    outcome("{}", whereis("n") == child);
  });
  EXPECT_EQ(found.outcomes, Texts{"false, false, false, true, true, true, true, true"});
}

TEST(Names, GoWithTheirOwner) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {});
    const bool registered = register_name("n", child);
    outcome("{} {}", registered ? "registered" : "refused", whereis("n") ? "found" : "nobody");
  });
  EXPECT_EQ(found.outcomes, (Texts{"registered found", "registered nobody", "refused nobody"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Names, UnregisterAgainstTheEndOfTheOwner) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] { receive<Go>(); });
    register_name("n", child);
    send(child, Go{});
    outcome(unregister_name("n") ? "removed" : "gone");
  });
  EXPECT_EQ(found.outcomes, (Texts{"removed", "gone"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Names, UnregisterAgainstUnregister) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {
      daemon();
      wait_for_ever();
    });
    register_name("n", child);
    for (int i = 1; i <= 2; ++i)
      spawn("remover", [=] {
        if (unregister_name("n")) outcome("{}", i);
      });
  });
  EXPECT_EQ(found.outcomes, (Texts{"1", "2"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Names, DifferentNamesAreIndependent) {
  const Exploration found = enumerate([] {
    for (const char* name : {"a", "b", "c"})
      spawn("child", [=] {
        daemon();
        register_name(name);
        wait_for_ever();
      });
  });
  EXPECT_EQ(found.classes(), 1u);
}

}  // namespace
}  // namespace heddle::testing
