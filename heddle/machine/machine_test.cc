// States, events and transitions.
#include <gtest/gtest.h>

#include "heddle/actor/node.h"
#include "heddle/actor/registry.h"
#include "heddle/machine/driver.h"
#include "heddle/machine/machine.h"
#include "tests/support/recorder.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

class Walker final : public Recorder {
 public:
  explicit Walker(std::string* said) : Recorder(said) {
    one_.entry(says("in1")).exit(says("out1")).on<A>([this](const A& a) {
      say("A");
      if (a.n == 1) go(two_);
      if (a.n == 2) go(one_);
    });
    one_.go<B>(two_, [this](const B&) { say("B"); });
    two_.entry(&Walker::enter_two).exit(says("out2")).go<C>(one_).ignore<A>();
    start_in(one_);
  }

 private:
  void enter_two(const AnyMessage& by) { say("in2:" + std::string(by.type())); }
  State one_ = state("One"), two_ = state("Two");
};

TEST(Machine, EntersLeavesAndHandles) {
  EXPECT_EQ(told<Walker>(A{0}), "in1 A");
  EXPECT_EQ(told<Walker>(A{1}), "in1 A out1 in2:A");
  EXPECT_EQ(told<Walker>(A{2}), "in1 A out1 in1") << "to oneself is out and in again";
  EXPECT_EQ(told<Walker>(B{}, C{}), "in1 out1 B in2:B out2 in1") << "exit, action of the transition, entry";
  EXPECT_EQ(told<Walker>(B{}, A{}, C{}), "in1 out1 B in2:B out2 in1") << "ignored";
}

TEST(Machine, UnhandledEventIsAFailure) {
  EXPECT_EQ(told<Walker>(C{}),
            "in1 FAILED unhandled message: machine Walker does not say what to do with C{} in state One");
  EXPECT_EQ(told<Walker>(B{}, B{}),
            "in1 out1 B in2:B FAILED unhandled message: machine Walker does not say what to do with B{} in state Two");
}

class Deferring final : public Recorder {
 public:
  explicit Deferring(std::string* said) : Recorder(said) {
    busy_.defer<A, B>().go<C>(free_);
    free_.on<A>([this](const A& a) { say("A" + std::to_string(a.n)); }).on<B>(says("B"));
    start_in(busy_);
  }

 private:
  State busy_ = state("Busy"), free_ = state("Free");
};

TEST(Machine, DeferredEventsStayInTheirOrder) { EXPECT_EQ(told<Deferring>(A{1}, B{}, A{2}, C{}, A{3}), "A1 B A2 A3"); }

class Raiser final : public Recorder {
 public:
  explicit Raiser(std::string* said) : Recorder(said) {
    only_.on<A>([this] {
      say("A");
      raise(B{});
    });
    only_.on<B>(says("B")).on<C>(says("C")).on<D>([this] { raise(A{}); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(Machine, RaisedGoesBeforeTheMailbox) {
  EXPECT_EQ(told<Raiser>(A{}, C{}), "A B C");
  EXPECT_EQ(told<Raiser>(D{}, C{}), "A B C") << "one may raise another";
}

class Pusher final : public Recorder {
 public:
  explicit Pusher(std::string* said) : Recorder(said) {
    base_.entry(says("in-base")).exit(says("out-base"));
    base_.on<A>([this](const A& a) {
      say("base-A");
      if (a.n == 1) push(upper_);
      if (a.n == 3) pop();
    });
    base_.on<B>(says("base-B")).go<C>(other_).defer<D>();
    upper_.entry(says("in-upper")).exit(says("out-upper"));
    upper_.on<A>([this](const A& a) {
      say("upper-A");
      if (a.n == 2) pop();
    });
    other_.entry(says("in-other")).on<D>(says("other-D"));
    start_in(base_);
  }

 private:
  State base_ = state("Base"), upper_ = state("Upper"), other_ = state("Other");
};

TEST(Machine, PushedStatesInheritWhatDoesNotLeadElsewhere) {
  EXPECT_EQ(told<Pusher>(A{1}, A{0}), "in-base base-A in-upper upper-A") << "no exit of what lies below";
  EXPECT_EQ(told<Pusher>(A{1}, B{}), "in-base base-A in-upper base-B") << "what the upper one does not say";
  EXPECT_EQ(told<Pusher>(A{1}, A{2}, A{0}), "in-base base-A in-upper upper-A out-upper base-A") << "pop";
  EXPECT_EQ(told<Pusher>(A{1}, D{}, C{}), "in-base base-A in-upper out-upper out-base in-other other-D")
      << "defer is inherited; a go below is not: the upper state is popped first";
}

class Stacked final : public Recorder {
 public:
  explicit Stacked(std::string* said) : Recorder(said) {
    base_.on<B>(says("base-B")).push<A>(middle_);
    middle_.go<B>(other_).push<A>(top_).exit(says("out-middle"));
    top_.exit(says("out-top"));
    other_.entry(says("in-other"));
    start_in(base_);
  }

 private:
  State base_ = state("Base"), middle_ = state("Middle"), top_ = state("Top"), other_ = state("Other");
};

TEST(Machine, ATransitionInTheMiddleHidesWhatLiesBelowIt) {
  EXPECT_EQ(told<Stacked>(A{}, A{}, B{}), "out-top out-middle in-other");
  EXPECT_EQ(told<Stacked>(A{}, A{}, D{}),
            "out-top out-middle FAILED unhandled message: machine Stacked does not say what to do with D{} in state Top, nor in "
            "those below it");
}

TEST(Machine, PopOfWhatWasNotPushed) {
  EXPECT_EQ(told<Pusher>(A{3}),
            "in-base base-A FAILED misuse: pop() in state Base of machine Pusher, which was not pushed");
}

class Wild final : public Recorder {
 public:
  explicit Wild(std::string* said) : Recorder(said) {
    base_.on<A>(says("base-A")).on_any([this](const AnyMessage& m) { say("any-" + std::string(m.type())); });
    base_.push<D>(upper_);
    upper_.on_any(says("upper-any"));
    start_in(base_);
  }

 private:
  State base_ = state("Base"), upper_ = state("Upper");
};

TEST(Machine, AnyEvent) {
  EXPECT_EQ(told<Wild>(A{}, B{}), "base-A any-B") << "a rule for the event goes before one for any";
  EXPECT_EQ(told<Wild>(D{}, A{}), "upper-any") << "a pushed one for any goes before one for the event below";
}

class Halting final : public Recorder {
 public:
  explicit Halting(std::string* said) : Recorder(said) {
    only_.on<A>([this] {
      say("A");
      halt();
    });
    only_.exit(says("out"));
    start_in(only_);
  }

 private:
  void on_halt() override { say("halted"); }
  State only_ = state("Only");
};

TEST(Machine, Halts) {
  EXPECT_EQ(told<Halting>(A{}, A{}, B{}), "A halted") << "what comes later is lost, whatever it is";
  EXPECT_EQ(told<Halting>(Halt{}), "out halted") << "nobody has to handle Halt";
}

// As in P#: an event that no state handles leaves them one after the other, and Halt is one.
TEST(Machine, HaltLeavesAllStates) {
  EXPECT_EQ(told<Pusher>(A{1}, Halt{}), "in-base base-A in-upper out-upper out-base");
  EXPECT_EQ(told<Stacked>(A{}, A{}, Halt{}), "out-top out-middle");
}

TEST(Machine, MustBeHandled) {
  const char* const text = "unhandled message: machine has ended without handling A{7}";
  for (const bool late : {false, true}) {
    const Ran ran = run_once([&](std::string& said) {
      const Pid machine = spawn<Halting>("machine", &said);
      if (late) send(machine, Halt{});
      if (late) sleep(1s);
      send(machine, MustHandle{A{7}});
      if (late) return;
    });
    EXPECT_EQ(failure_of(ran), late ? text : "none");
  }
  EXPECT_EQ(failure_of(run_once([&](std::string& said) {
              const Pid machine = spawn<Halting>("machine", &said);
              send(machine, A{});
              send(machine, MustHandle{A{7}});
            })),
            text);
}

class TwoTransitions final : public Recorder {
 public:
  explicit TwoTransitions(std::string* said) : Recorder(said) {
    one_.on<A>([this] {
      go(two_);
      raise(B{});
    });
    one_.on<B>([this] {
      go(two_);
      send(self(), C{});
    });
    one_.on<C>([this] { go(two_); });
    one_.go<D>(two_, [this] { go(one_); });
    one_.exit([this] {
      if (*said_ == "leave") go(two_);
    });
    start_in(one_);
  }
  void poke() { go(two_); }

 private:
  State one_ = state("One"), two_ = state("Two");
};

TEST(Machine, OneTransitionAndNothingAfterIt) {
  EXPECT_EQ(
      told<TwoTransitions>(A{}),
      "FAILED misuse: raise() after go() in one action of machine TwoTransitions in state One: an action makes one "
      "transition");
  EXPECT_EQ(
      told<TwoTransitions>(B{}),
      "FAILED misuse: machine TwoTransitions goes on after go() in state One: what an action does after asking for a "
      "transition happens before it; make it the last thing");
  std::string said = "leave";
  const Ran ran = run_once([&](std::string&) { send(spawn<TwoTransitions>("machine", &said), C{}); });
  EXPECT_EQ(failure_of(ran),
            "misuse: go() in the exit action of state One of machine TwoTransitions: the transition that leaves it is "
            "already made");
  EXPECT_EQ(told<TwoTransitions>(D{}),
            "FAILED misuse: go() in the action of a transition from state One of machine TwoTransitions: the transition that "
            "leaves it is already made");
}

// Leaves to others what it has to do itself, while its own action still goes on.
class Delegating final : public Recorder {
 public:
  explicit Delegating(std::string* said) : Recorder(said) {
    one_.on<A>([this] {
      spawn("other", [this] { go(two_); });
      sleep(1s);
    });
    one_.on<B>([this] {
      spawn("other", [this] { start_timer(1s, A{}); });
      sleep(1s);
    });
    start_in(one_);
  }

 private:
  State one_ = state("One"), two_ = state("Two");
};

// Who asks from elsewhere would be heard when the next event is over, or never.
TEST(Machine, OnlyActionsMakeTransitions) {
  const std::string text =
      "misuse: go() outside the actions of machine TwoTransitions: an action makes transitions, in its own task; whoever else "
      "wants one sends an event";
  EXPECT_EQ(failure_of(run_once([](std::string& said) {
              MachineTest<TwoTransitions> machine(&said);
              const_cast<TwoTransitions&>(*machine).poke();
            })),
            text);
  std::string said;
  EXPECT_EQ(failure_of(run_once([&](std::string&) { send(spawn<Delegating>("machine", &said), A{}); })),
            "misuse: go() outside the actions of machine Delegating: an action makes transitions, in its own task; whoever "
            "else wants one sends an event");
  EXPECT_EQ(failure_of(run_once([&](std::string&) { send(spawn<Delegating>("machine", &said), B{}); })),
            "misuse: start_timer() of machine Delegating in another task: its event would go there; the machine starts its "
            "timers itself");
}

TEST(Machine, IsAnActor) {
  EXPECT_EQ(outcomes([](std::string& said) {
              static std::string ignored;
              ignored.clear();
              const Node far = start_node("far");
              const Pid machine = spawn<Halting>(far, "machine", &ignored);
              const Ref ref = monitor(machine);
              send(machine, A{});
              said = receive<Down>().ref == ref ? "down" : "?";
            }),
            Texts{"down"});
}

}  // namespace
}  // namespace heddle::testing
