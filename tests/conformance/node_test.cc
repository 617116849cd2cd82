// Conformance: virtual nodes: stop, restart, disconnect, and who learns of it.
#include <gtest/gtest.h>

#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Go {
  int n = 0;
};

[[noreturn]] void wait_for_ever() {
  daemon();
  for (;;) receive<Go>([](const Go& go) { return go.n < 0; });
}

TEST(StopNode, KillsItsActorsAndTellsTheirWatchers) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", wait_for_ever);
    monitor(child);
    stop_node(b);
    outcome(receive<Down>().reason.text);
    outcome(is_alive(child) ? "alive" : "dead");
    outcome(is_up(b) ? "up" : "down");
  });
  EXPECT_EQ(found.outcomes, Texts{"dead, down, noconnection"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(StopNode, AgainstTheEndOfAnActor) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", [] {});
    monitor(child);
    stop_node(b);
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"noconnection", "noproc", "normal"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(StopNode, CutsItsActorsOffAtAnyPoint) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid test = self();
    spawn(b, "child", [=] {
      for (int i = 1; i <= 2; ++i) send(test, Go{i});
      wait_for_ever();
    });
    stop_node(b);
    outcome("{}", flush<Go>());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1", "2"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(StopNode, AgainstAMessageToOneOfItsActors) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", [] {
      daemon();
      receive<Go>();
      outcome("got it");
      wait_for_ever();
    });
    spawn("sender", [=] { send(child, Go{}); });
    stop_node(b);
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "got it"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(StopNode, LinksAcrossGetASignalAndNoneHearsOfAnother) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    trap_exits();
    const Pid child = spawn(b, "child", [] {
      spawn_link("grandchild", wait_for_ever);
      wait_for_ever();
    });
    link(child);
    stop_node(b);
    outcome(receive<Exit>().reason.text);
    outcome(receive<Exit>(1s) ? "more" : "no more");
  });
  EXPECT_EQ(found.outcomes, Texts{"no more, noconnection"});
}

TEST(StopNode, NamesAndTimersGoWithIt) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid test = self();
    const Pid child = spawn(b, "child", [=] {
      register_name("n");
      send_after(1s, test, Go{1});
      send(test, Go{0});
      wait_for_ever();
    });
    static_cast<void>(child);
    receive<Go>();
    outcome(whereis(Name{"n", b}) ? "found" : "nobody");
    stop_node(b);
    outcome(whereis(Name{"n", b}) ? "found" : "nobody");
    outcome(receive<Go>(5s) ? "fired" : "silent");
  });
  EXPECT_EQ(found.outcomes, Texts{"found, nobody, silent"});
}

TEST(StopNode, AgainstATimerThatFires) {
  const Exploration found = enumerate(
      [] {
        const Node b = start_node("b");
        const Pid test = self();
        spawn(b, "child", [=] {
          send_after(1s, test, Go{1});
          wait_for_ever();
        });
        stop_node(b);
        outcome(receive<Go>(0s) ? "fired" : "silent");
      },
      any_time());
  EXPECT_EQ(found.outcomes, (Texts{"fired", "silent"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(StopNode, Twice) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    monitor_node(b);
    for (int i = 0; i < 2; ++i) spawn("stopper", [=] { stop_node(b); });
    receive<NodeDown>();
    outcome(receive<NodeDown>(1s) ? "twice" : "once");
  });
  EXPECT_EQ(found.outcomes, Texts{"once"});
  EXPECT_EQ(found.classes(), 2u);
}

TEST(RestartNode, ComesBackEmpty) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid before = spawn(b, "before", wait_for_ever);
    stop_node(b);
    const Pid stillborn = spawn(b, "meanwhile", wait_for_ever);
    restart_node(b);
    const Pid after = spawn(b, "after", wait_for_ever);
    outcome("{}{}{}", is_alive(before), is_alive(stillborn), is_alive(after));
  });
  EXPECT_EQ(found.outcomes, Texts{"falsefalsetrue"});
}

TEST(SpawnOnNode, AgainstItsStop) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    spawn("stopper", [=] { stop_node(b); });
    const Pid child = spawn(b, "child", wait_for_ever);
    monitor(child);
    outcome(receive<Down>().reason.text);
  });
  // The stop before the spawn, between spawn and monitor, or after.
  EXPECT_EQ(found.outcomes, Texts{"noconnection"});
  EXPECT_EQ(found.classes(), 3u);
}

TEST(MonitorNode, HearsOfAStop) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    spawn("stopper", [=] { stop_node(b); });
    monitor_node(b);
    outcome("{}", receive<NodeDown>().node == b);
  });
  EXPECT_EQ(found.outcomes, Texts{"true"});
  EXPECT_EQ(found.classes(), 2u);
}

TEST(MonitorNode, ByTheDeadIsOneOrder) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Node b = start_node("b");
    spawn("watcher", [=] {
      monitor_node(b);
      send(test, Go{});
    });
    receive<Go>();
    stop_node(b);
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Disconnect, MessagesAreLost) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", [] {
      daemon();
      for (;;) outcome("{}", receive<Go>().n);
    });
    spawn("cutter", [=] { disconnect(Node{}, b); });
    send(child, Go{1});
    send(child, Go{2});
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "1", "1, 2"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Disconnect, BreaksLinksAndMonitorsOnBothSides) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    trap_exits();
    const Pid test = self();
    const Pid child = spawn(b, "child", [=] {
      trap_exits();
      monitor(test);
      monitor_node(Node{});
      send(test, Go{});
      const Reason linked = receive<Exit>().reason, watched = receive<Down>().reason;
      receive<NodeDown>();
      outcome("child: {} {}", linked.text, watched.text);
    });
    link(child);
    monitor(child);
    monitor_node(b);
    receive<Go>();
    disconnect(Node{}, b);
    const Reason linked = receive<Exit>().reason, watched = receive<Down>().reason;
    receive<NodeDown>();
    outcome("test: {} {}", linked.text, watched.text);
  });
  EXPECT_EQ(found.outcomes, Texts{"child: noconnection noconnection, test: noconnection noconnection"});
}

TEST(Disconnect, AgainstADeathAcross) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", [] { receive<Go>(); });
    monitor(child);
    send(child, Go{});
    disconnect(Node{}, b);
    outcome(receive<Down>().reason.text);
  });
  EXPECT_EQ(found.outcomes, (Texts{"noconnection", "normal"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Disconnect, ADeadWatcherIsOneOrder) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid test = self();
    const Pid far = spawn(b, "far", wait_for_ever);
    spawn("watcher", [=] {
      monitor(far);
      send(test, Go{});
    });
    receive<Go>();
    disconnect(Node{}, b);
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Disconnect, AgainstDemonitorAndUnlink) {
  const Exploration watched = enumerate([] {
    const Node b = start_node("b");
    const Ref ref = monitor(spawn(b, "far", wait_for_ever));
    spawn("cutter", [=] { disconnect(Node{}, b); });
    outcome(demonitor(ref) ? "in time" : "too late");
    outcome(receive<Down>(1s) ? "heard" : "silent");
  });
  EXPECT_EQ(watched.outcomes, (Texts{"in time, silent", "heard, too late"}));
  EXPECT_EQ(watched.classes(), 2u);
  const Exploration linked = enumerate([] {
    trap_exits();
    const Node b = start_node("b");
    const Pid far = spawn(b, "far", wait_for_ever);
    link(far);
    spawn("cutter", [=] { disconnect(Node{}, b); });
    unlink(far);
    outcome(receive<Exit>(1s) ? "heard" : "silent");
  });
  EXPECT_EQ(linked.outcomes, (Texts{"heard", "silent"}));
}

TEST(Disconnect, FromItselfIsMisuse) {
  EXPECT_EQ(enumerate([] { disconnect(Node{}, Node{}); }).outcomes,
            Texts{"misuse: disconnect: local cannot be cut off from itself"});
}

TEST(Connect, HealsTheCut) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b");
    const Pid child = spawn(b, "child", [] {
      daemon();
      for (;;) outcome("{}", receive<Go>().n);
    });
    disconnect(Node{}, b);
    send(child, Go{1});
    connect(Node{}, b);
    send(child, Go{2});
  });
  EXPECT_EQ(found.outcomes, Texts{"2"});
}

TEST(Nodes, AreThoseThatCanBeReached) {
  const Exploration found = enumerate([] {
    const Node b = start_node("b"), c = start_node("c"), d = start_node("d");
    stop_node(b);
    disconnect(Node{}, c);
    const auto all = nodes();
    outcome("{} {}", all.size(), all.front() == d);
  });
  EXPECT_EQ(found.outcomes, Texts{"1 true"});
}

TEST(Nodes, AgainstAStart) {
  const Exploration found = enumerate([] {
    spawn("starter", [] { start_node("b"); });
    outcome("{}", nodes().size());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1"}));
  EXPECT_EQ(found.classes(), 2u);
}

}  // namespace
}  // namespace heddle::testing
