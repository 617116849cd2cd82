// Conformance: spawn, send, selective receive, mailbox length, flush. Every program is run in all its executions.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/spec/check.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct A {
  int n = 0;
};
struct B {
  int n = 0;
};

TEST(Spawn, ChildRunsUpToItsFirstOperationBeforeAnythingElse) {
  const Exploration found = enumerate([] {
    const auto steps = std::make_shared<std::string>();
    spawn("child", [=] {
      *steps += "c";
      is_alive(self());
      *steps += "C";
    });
    *steps += "t";
    is_alive(self());
    outcome(steps->substr(0, 2));  // the rest depends on the order, which nobody can tell by shared variables
  });
  EXPECT_EQ(found.outcomes, Texts{"tc"});
}

TEST(Spawn, ChildrenOfChildren) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("a", [=] {
      spawn("b", [=] { send(test, A{1}); });
      send(test, A{2});
    });
    const int first = receive<A>().n;
    outcome("{}{}", first, receive<A>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
  EXPECT_EQ(found.classes(), 2u);
}

// Tasks are numbered in the order of their birth, which may differ; who they are may not.
TEST(Spawn, RacingBirthsAreOneOrder) {
  const Exploration found = enumerate([] {
    for (const char* name : {"a", "b"})
      spawn(name, [] {
        is_alive(self());
        spawn("child", [] {});
      });
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Send, KeepsTheOrderOfOneSender) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("sender", [=] {
      for (int i = 1; i <= 3; ++i) send(test, A{i});
    });
    std::string order;
    for (int i = 0; i < 3; ++i) order += std::to_string(receive<A>().n);
    outcome(order);
  });
  EXPECT_EQ(found.outcomes, Texts{"123"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Send, ToOneself) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("other", [=] { send(test, A{1}); });
    send(test, A{2});
    const int first = receive<A>().n;
    outcome("{}{}", first, receive<A>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
}

TEST(Send, ToTheDeadIsLost) {
  const Exploration found = enumerate([] {
    const Pid child = spawn("child", [] {});
    send(child, A{});
  });
  EXPECT_EQ(found.outcomes, Texts{""});
  EXPECT_EQ(found.classes(), 1u);  // nobody can tell whether it was dead already
}

TEST(Send, ToALocalNameIsALookAndASend) {
  const Exploration found = enumerate([] {
    const Pid a = spawn("a", [] {
      daemon();
      receive<A>();
      outcome("a got it");
    });
    const Pid b = spawn("b", [] {
      daemon();
      receive<A>();
      outcome("b got it");
    });
    register_name("n", a);
    spawn("mover", [=] {
      unregister_name("n");
      register_name("n", b);
    });
    try {
      send("n", A{});
    } catch (const NoSuchName&) {
      outcome("nobody");
    }
  });
  EXPECT_EQ(found.outcomes, (Texts{"a got it", "b got it", "nobody"}));
}

TEST(Send, ToANameAfterItsOwnerDiedBetweenLookAndSendIsLost) {
  const Exploration found = enumerate([] {
    const Pid owner = spawn("owner", [] { receive(on<A>([] { outcome("got it"); }), after(0s, [] { outcome("gave up"); })); });
    register_name("n", owner);
    try {
      send("n", A{});
      outcome("sent");
    } catch (const NoSuchName&) {
      outcome("refused");
    }
  });
  EXPECT_EQ(found.outcomes, (Texts{"got it, sent", "gave up, sent", "gave up, refused"}));
}

TEST(Send, ToANameOnAnotherNodeIsLostWhenNobodyHasIt) {
  const Exploration found = enumerate([] {
    const Node there = start_node("there");
    const Pid owner = spawn(there, "owner", [] {
      daemon();
      receive<A>();
      outcome("got it");
    });
    spawn("giver", [=] { register_name("n", owner); });
    send(Name{"n", there}, A{});
    outcome("sent");
  });
  EXPECT_EQ(found.outcomes, (Texts{"got it, sent", "sent"}));
}

// --- selective receive ---

TEST(Receive, TakesTheFirstThatFitsAndLeavesTheRest) {
  const Exploration found = enumerate([] {
    send(self(), A{1});
    send(self(), B{1});
    send(self(), A{2});
    send(self(), B{2});
    const int b = receive<B>().n;
    const int a2 = receive<A>([](const A& a) { return a.n == 2; }).n;
    std::string rest;
    for (int i = 0; i < 2; ++i)
      rest += receive(on<A>([](const A& a) { return "A" + std::to_string(a.n); }),
                      on<B>([](const B& b2) { return "B" + std::to_string(b2.n); }));
    outcome("{}{} {}", b, a2, rest);
  });
  EXPECT_EQ(found.outcomes, Texts{"12 A1B2"});
}

TEST(Receive, CasesAreTriedInOrderMessagesInArrivalOrder) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("a", [=] { send(test, A{1}); });
    spawn("b", [=] { send(test, B{1}); });
    receive(on<B>([] { outcome("b first"); }), on<A>([] { outcome("a first"); }));
  });
  EXPECT_EQ(found.outcomes, (Texts{"a first", "b first"}));
  const Exploration both = enumerate([] {
    send(self(), A{5});
    receive(on<A>([](const A& a) { return a.n > 3; }, [](const A&) { outcome("condition"); }),
            on<A>([] { outcome("any A"); }), on_any([] { outcome("anything"); }));
  });
  EXPECT_EQ(both.outcomes, Texts{"condition"});
}

TEST(Receive, OfDifferentTypesByTypeDoNotRace) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("a", [=] { send(test, A{1}); });
    spawn("b", [=] { send(test, B{2}); });
    const int a = receive<A>().n;
    outcome("{}{}", a, receive<B>().n);
  });
  EXPECT_EQ(found.outcomes, Texts{"12"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Receive, AnythingRacesWithEverything) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("a", [=] { send(test, A{1}); });
    spawn("b", [=] { send(test, B{2}); });
    std::string order;
    for (int i = 0; i < 2; ++i) receive(on_any([&](const AnyMessage& m) { order += m.get_if<A>() ? "A" : "B"; }));
    outcome(order);
  });
  EXPECT_EQ(found.outcomes, (Texts{"AB", "BA"}));
  EXPECT_EQ(found.classes(), 2u);
}

// A condition that looks at the receiver's own variables cannot be asked again later: it counts as "any of that type".
TEST(Receive, ConditionsOnLocalVariablesCostPrecisionOnly) {
  const auto program = [] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, A{i}); });
    for (int wanted = 1; wanted <= 2; ++wanted) receive<A>([&](const A& a) { return a.n == wanted; });
    outcome("both");
  };
  // Sampled, since here the relation sees two orders where the hash, which knows who took what, sees one.
  const Exploration found = sample(program, 200);
  EXPECT_EQ(found.outcomes, Texts{"both"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Receive, MoveOnlyMessages) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, std::make_unique<int>(i)); });
    const int first = *receive<std::unique_ptr<int>>();
    outcome("{}{}", first, *receive<std::unique_ptr<int>>());
  });
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
}

TEST(Receive, WaitsForEverIfNothingFits) {
  const Exploration found = enumerate([] {
    send(self(), A{1});
    receive<A>([](const A& a) { return a.n == 2; });
  });
  EXPECT_EQ(found.outcomes, Texts{"deadlock"});
}

// --- mailbox_length, flush ---

TEST(MailboxLength, IsToldFromEverySend) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, A{i}); });
    outcome("{}", mailbox_length());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1", "2"}));
  EXPECT_EQ(found.classes(), 4u);  // each sender before or after
}

TEST(MailboxLength, DoesNotSeeTheOrderOfMessages) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, A{i}); });
    if (mailbox_length() == 1) outcome("{} came first", receive<A>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "1 came first", "2 came first"}));
  EXPECT_EQ(found.classes(), 4u);
}

TEST(Flush, RemovesWhatIsThereNow) {
  const Exploration all = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, A{i}); });
    const std::size_t gone = flush();
    std::size_t rest = 0;
    while (rest < 2 - gone) receive<A>(), ++rest;
    outcome("{}+{}", gone, rest);
  });
  EXPECT_EQ(all.outcomes, (Texts{"0+2", "1+1", "2+0"}));
  const Exploration typed = enumerate([] {
    const Pid test = self();
    send(test, B{});
    spawn("sender", [=] { send(test, A{1}); });
    const std::size_t a = flush<A>(), b = flush<B>();
    outcome("{} {}", a, b);
  });
  EXPECT_EQ(typed.outcomes, (Texts{"0 1", "1 1"}));
}

}  // namespace
}  // namespace heddle::testing
