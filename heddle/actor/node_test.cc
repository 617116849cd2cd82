#include "heddle/actor/node.h"

#include <gtest/gtest.h>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Go {};

[[noreturn]] void wait_for_ever() {
  for (;;) receive<Go>();
}

TEST(Node, ActorsKnowWhereTheyRun) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              spawn(b, "there", [=] {
                spawn("child", [=] { send(test, this_node()); });  // children stay on the node
              });
              said = name_of(receive<Node>()) + " " + name_of(this_node());
            }),
            Texts{"b local"});
}

TEST(Node, StoriesNameTheNode) {
  EXPECT_EQ(run_once(
                [](std::string&) {
                  const Node b = start_node("b");
                  spawn(b, "there", [] {});
                  static_cast<void>(is_up(b));
                },
                1, {.observe = true})
                .story,
            "test start node [list of nodes] b\n"
            "test spawn on [node b] node b\n"
            "test spawn [] there\n"
            "there exit [there] normal\n"
            "test node state? [node b] b\n"
            "test exit [test] normal\n");
}

TEST(Node, StopEndsItsActorsAndTellsWatchers) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", wait_for_ever);
              const Ref ref = monitor(p);
              monitor_node(b);
              stop_node(b);
              const Down down = receive<Down>();
              check(down.ref == ref && down.pid == p, "another Down");
              said = down.reason.text + " " + name_of(receive<NodeDown>().node) + (is_alive(p) ? " alive" : " dead");
              said += is_up(b) ? " up" : " down";
            }),
            Texts{"noconnection b dead down"});
}

TEST(Node, NobodyThereHearsOfAnothersDeath) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              const Pid p = spawn(b, "first", wait_for_ever);
              spawn(b, "second", [=] {
                monitor(p);
                send(test, Go{});
                receive<Down>();
                send(test, Go{});
              });
              receive<Go>();
              stop_node(b);
              said = receive<Go>(1s) ? "heard" : "silent";
            }),
            Texts{"silent"});
}

TEST(Node, StopBreaksLinks) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", wait_for_ever);
              link(p);
              stop_node(b);
              said = receive<Exit>().reason.text;
            }),
            Texts{"noconnection"});
}

TEST(Node, WhoAsksForAnActorOnAStoppedNodeHearsThatItIsNotConnected) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", wait_for_ever);
              stop_node(b);
              monitor(p);
              link(p);
              monitor(Name{"nobody", b});
              said = receive<Down>().reason.text + " " + receive<Exit>().reason.text + " " + receive<Down>().reason.text;
            }),
            Texts{"noconnection noconnection noconnection"});
}

TEST(Node, ChildrenElsewhereAreLinkedAndMonitoredFromTheStart) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Node b = start_node("b");
              const Pid linked = spawn_link(b, "linked", [] { exit("broken"); });
              const Exit exited = receive<Exit>();
              check(exited.from == linked);
              const auto [watched, ref] = spawn_monitor(b, "watched", [] { exit("enough"); });
              const Down down = receive<Down>();
              check(down.pid == watched && down.ref == ref);
              said = exited.reason.text + " " + down.reason.text;
              stop_node(b);
              spawn_link(b, "linked", [] {});
              spawn_monitor(b, "watched", [] {});
              said += " " + receive<Exit>().reason.text + " " + receive<Down>().reason.text;
            }),
            Texts{"broken enough noconnection noconnection"});
}

TEST(Node, WhoStopsANodeMayDieOfIt) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", wait_for_ever);
              spawn_monitor("stopper", [=, &said] {
                link(p);
                stop_node(b);
                said = "went on";
              });
              said += receive<Down>().reason.text;
            }),
            Texts{"noconnection"});
}

TEST(Node, NamesVanishAndTheNodeComesBackEmpty) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              const auto serve = [=] {
                register_name("server");
                send(test, Go{});
                wait_for_ever();
              };
              spawn(b, "server", serve);
              receive<Go>();
              const Name name{"server", b};
              check(whereis(name).has_value(), "not registered");
              check(!whereis("server"), "registered on the wrong node");
              stop_node(b);
              check(!whereis(name), "a name outlived its node");
              send(name, Go{});  // lost, no error: it is another node's
              check(!is_alive(spawn(b, "stillborn", [] {})), "spawned on a stopped node");
              restart_node(b);
              const Pid again = spawn(b, "server", serve);
              receive<Go>();
              said = whereis(name) == again ? "back" : "?";
            }),
            Texts{"back"});
}

TEST(Node, StopWhileAnExitIsUnderWay) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid p = spawn(b, "short", [] {});
              monitor(p);
              stop_node(b);
              said = receive<Down>().reason.text;
              check(!receive<Down>(1s), "a second Down");
            }),
            (Texts{"noproc", "normal", "noconnection"}));
}

TEST(Node, MonitorOfAStoppedNodeIsAnsweredAtOnce) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              stop_node(b);
              monitor_node(b);
              said = name_of(receive<NodeDown>().node);
            }),
            Texts{"b"});
}

TEST(Node, StartedWhileOthersWait) {  // references to node records must survive
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              spawn("starter", [=] {
                for (int i = 0; i < 20; ++i) start_node("more");
                send(test, Go{});
              });
              stop_node(b);
              restart_node(b);
              said = is_up(b) ? "up" : "down";
              receive<Go>();
              said += std::to_string(nodes().size());
            }),
            Texts{"up21"});
}

TEST(Node, ItsTimersStopWithIt) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              spawn(b, "setter", [=] {
                send_after(1s, test, Go{});
                send(test, Go{});
              });
              receive<Go>();
              stop_node(b);
              restart_node(b);
              said = receive<Go>(2s) ? "fired" : "silent";
            }),
            Texts{"silent"});
  EXPECT_EQ(outcomes([](std::string& said) {  // the timer and the stop at the same time
              const Node b = start_node("b");
              const Pid test = self();
              spawn(b, "setter", [=] { send_after(1s, test, Go{}); });
              sleep(1s);
              stop_node(b);
              said = receive<Go>(2s) ? "fired" : "silent";
            }),
            (Texts{"fired", "silent"}));
}

// --- connections ---

TEST(Disconnect, LosesMessagesAndSignals) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid test = self();
              const Pid p = spawn(b, "there", [=] {
                receive<Go>();
                send(test, Go{});
              });
              disconnect(this_node(), b);
              send(p, Go{});
              exit(p, kKill);
              connect(this_node(), b);
              check(is_alive(p), "a signal passed");
              check(!receive<Go>(1s), "a message passed");
              send(p, Go{});
              receive<Go>();
              said = "connected again";
            }),
            Texts{"connected again"});
}

TEST(Disconnect, BreaksTiesBothWays) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Node b = start_node("b");
              const Pid test = self();
              const Pid p = spawn(b, "there", [=] {
                trap_exits();
                monitor(test);
                send(test, Go{});
                const std::string text = receive<Down>().reason.text + " " + receive<Exit>().reason.text;
                receive<Go>();
                send(test, text);
              });
              receive<Go>();
              link(p);
              monitor(p);
              monitor_node(b);
              disconnect(b, this_node());
              said = receive<Down>().reason.text + " " + receive<Exit>().reason.text + " ";
              receive<NodeDown>();
              connect(b, this_node());
              send(p, Go{});
              said += receive<std::string>();
            }),
            Texts{"noconnection noconnection noconnection noconnection"});
}

TEST(Disconnect, RacesWithADeath) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", [] { receive<Go>(); });
              monitor(p);
              send(p, Go{});
              disconnect(this_node(), b);
              said = receive<Down>().reason.text;
              check(!receive<Down>(1s), "a second Down");
            }),
            (Texts{"normal", "noconnection"}));
}

TEST(Disconnect, MonitorAndCallAcrossFail) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid p = spawn(b, "there", wait_for_ever);
              disconnect(this_node(), b);
              monitor(p);
              said = receive<Down>().reason.text;
              said += std::to_string(nodes().size());
            }),
            Texts{"noconnection0"});
}

TEST(Misuse, StoppingOnesOwnNode) {
  EXPECT_EQ(run_once([](std::string&) { stop_node(this_node()); }).text(),
            "misuse: stop_node(local): an actor cannot stop the node that it runs on");
}

TEST(Misuse, StoppingTheNodeOfTheTest) {
  EXPECT_EQ(run_once([](std::string&) {
              const Node other = start_node("other");
              spawn(other, "there", [tests = this_node()] { stop_node(tests); });
            }).text(),
            "misuse: stop_node(local): the test runs there, and it cannot be stopped");
}

// --- names ---

TEST(Names, OneOwnerAtATime) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              for (int i = 0; i < 2; ++i)
                spawn("claimant", [=] {
                  send(test, register_name("leader"));
                  receive<Go>();
                });
              const bool a = receive<bool>(), b = receive<bool>();
              said = a != b ? "one" : "?";
              said += name_of(*whereis("leader"));
            }),
            (Texts{"oneclaimant", "oneclaimant#2"}));
}

TEST(Names, GoWithTheirOwner) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [pid, ref] = spawn_monitor("owner", [] { register_name("n"); });
              receive<Down>();
              said = whereis("n") ? "found" : "gone";
              check(!register_name("n", pid), "registered the dead");
            }),
            Texts{"gone"});
}

TEST(Names, SendToAnUnknownOneThrows) {
  EXPECT_EQ(outcomes([](std::string& said) {
              try {
                send(Name{"nobody"}, Go{});
              } catch (const NoSuchName& e) {
                said = e.what();
              }
            }),
            Texts{"no actor is registered as 'nobody'"});
}

// A send to a name is two operations: the owner can end in between, and the message is lost without an error.
TEST(Names, SendIsALookUpAndASend) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              const Pid owner = spawn("owner", [=] {
                register_name("n");
                send(test, Go{});
                send(test, receive<Go>(0s) ? 1 : 0);
              });
              receive<Go>();
              try {
                send(Name{"n"}, Go{});
                said = receive<int>() == 1 ? "heard" : "lost";
              } catch (const NoSuchName&) {
                said = "no such name";
              }
              static_cast<void>(owner);
            }),
            (Texts{"heard", "lost", "no such name"}));
}

TEST(Names, UnregisterFreesThem) {
  EXPECT_EQ(outcomes([](std::string& said) {
              check(register_name("n"), "taken");
              check(!register_name("n"), "free");
              check(unregister_name("n"), "nobody had it");
              check(!unregister_name("n"), "somebody had it");
              said = register_name("n") ? "again" : "?";
            }),
            Texts{"again"});
}

}  // namespace
}  // namespace heddle
