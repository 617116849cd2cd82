// What machines have because they are actors: ties, names, messages that must be handled. And what they may not do.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "heddle/machine/machine.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct A {
  int n = 0;
};
struct B {};
struct Late {};

class Ends final : public Machine {
 public:
  explicit Ends(std::string why) {
    only_.on<A>([this, why = std::move(why)] {
      if (why.empty()) return halt();
      exit(why);
    });
    only_.on<B>([this] {
      sleep(2s);
      halt();
    });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(MachineActor, CanBeTiedWhenItIsSpawned) {
  EXPECT_EQ(outcomes([](std::string& said) {
              trap_exits();
              const Node far = start_node("far");
              const Monitored here = spawn_monitor<Ends>("here", "one"), there = spawn_monitor<Ends>(far, "there", "two");
              const Pid linked = spawn_link<Ends>(far, "linked", "three");
              send(here.pid, A{});
              said += receive<Down>([&](const Down& down) { return down.ref == here.ref; }).reason.text;
              send(there.pid, A{});
              said += " " + receive<Down>([&](const Down& down) { return down.ref == there.ref; }).reason.text;
              send(linked, A{});
              said += " " + receive<Exit>().reason.text;
            }),
            Texts{"one two three"});
}

TEST(MachineActor, MustHandleWhoeverSends) {
  const auto sent = [](const std::function<void(Pid)>& send_to, bool halts) {
    return run_once([&](std::string&) {
             const Pid machine = spawn<Ends>("machine", "");
             register_name("server", machine);
             if (halts) send(machine, B{});
             send_to(machine);
             sleep(5s);
           })
        .text();
  };
  const std::string lost = "unhandled message: machine has ended without handling A{7}";
  const std::function<void(Pid)> ways[] = {
      [](Pid to) { send(to, MustHandle{A{7}}); },
      [](Pid) { send("server", MustHandle{A{7}}); },
      [](Pid) { send(Name{"server"}, MustHandle{A{7}}); },
      [](Pid to) { send_after(1s, to, MustHandle{A{7}}); },
      [](Pid to) {
        const MustHandle kept{A{7}};
        send(to, kept);
      },
  };
  for (const auto& way : ways) {
    EXPECT_EQ(sent(way, false), "") << "the machine gets the event itself";
    EXPECT_EQ(sent(way, true), lost);
  }
}

// --- declarations come before the start ---

class Belated final : public Machine {
 public:
  explicit Belated(std::function<void(Belated&)> later) {
    one_.on<A>([this, later] { later(*this); }).go<B>(two_);
    two_.on<A>([] {});
    start_in(one_);
  }
  using Automaton::start_in;
  using Automaton::state;
  State one_ = state("One"), two_ = state("Two");
};

TEST(Machine, NothingIsDeclaredAfterTheStart) {
  const auto later = [](const std::function<void(Belated&)>& declare) {
    return run_once([&](std::string&) { send(spawn<Belated>("machine", declare), A{}); }).text();
  };
  const std::string rest = " after it has started: declare it in the constructor";
  EXPECT_EQ(later([](Belated& m) { m.one_.on<Late>([] {}); }), "misuse: machine Belated gets a rule in state One" + rest);
  EXPECT_EQ(later([](Belated& m) { m.two_.ignore<Late>(); }), "misuse: machine Belated gets a rule in state Two" + rest);
  EXPECT_EQ(later([](Belated& m) { m.two_.entry([] {}); }),
            "misuse: machine Belated gets an entry action in state Two" + rest);
  EXPECT_EQ(later([](Belated& m) { m.two_.exit([] {}); }), "misuse: machine Belated gets an exit action in state Two" + rest);
  EXPECT_EQ(later([](Belated& m) { m.state("Three"); }), "misuse: machine Belated gets state Three" + rest);
  EXPECT_EQ(later([](Belated& m) { m.start_in(m.two_); }), "misuse: start_in(Two) after machine Belated has started");
}

}  // namespace
}  // namespace heddle
