// Conformance: machines, their timers, and monitors. Each exploration also holds both searches, happens-before and the
// hash of partial orders against brute force (tests/support/enumerate.h).
#include "heddle/machine/machine.h"

#include <gtest/gtest.h>

#include "heddle/machine/driver.h"
#include "heddle/machine/shared.h"
#include "heddle/spec/check.h"
#include "heddle/spec/monitor.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct A {
  int n = 0;
};
struct B {};
struct C {};

// --- events ---

class Listener final : public Machine {
 public:
  enum class Does { everything, defers, ignores };
  explicit Listener(Does does) {
    first_.go<B>(second_);
    if (does == Does::everything) first_.on<A>([](const A& a) { outcome("A{}", a.n); });
    if (does == Does::defers) first_.defer<A>();
    if (does == Does::ignores) first_.ignore<A>();
    second_.on<A>([](const A& a) { outcome("a{}", a.n); });
    start_in(first_);
  }

 private:
  State first_ = state("First"), second_ = state("Second");
};

Exploration two_senders(Listener::Does does) {
  return enumerate([does] {
    const Pid machine = spawn<Listener>("machine", does);
    spawn("one", [=] { send(machine, A{1}); });
    spawn("two", [=] { send(machine, B{}); });
  });
}

TEST(MachineEvents, OrderOfWhatIsHandled) {
  const Exploration found = two_senders(Listener::Does::everything);
  EXPECT_EQ(found.outcomes, (Texts{"A1", "a1"}));
  EXPECT_EQ(found.classes(), 2u);
}

// A deferred event is taken after the one that ends its being deferred, however they come.
TEST(MachineEvents, DeferredOnesDoNotRace) {
  const Exploration found = two_senders(Listener::Does::defers);
  EXPECT_EQ(found.outcomes, Texts{"a1"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(MachineEvents, IgnoredOnesDo) {
  const Exploration found = two_senders(Listener::Does::ignores);
  EXPECT_EQ(found.outcomes, (Texts{"", "a1"}));
  EXPECT_EQ(found.classes(), 2u);
}

class Idling final : public Machine {
 public:
  Idling() {
    only_.when_idle([this] {
      outcome("idle");
      if (++idle_ == 2) halt();
    });
    only_.on<A>([] { outcome("A"); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  int idle_ = 0;
};

TEST(MachineEvents, NothingRacesWithWhatComes) {
  const Exploration found = enumerate([] { send(spawn<Idling>("machine"), A{}); });
  EXPECT_EQ(found.outcomes, (Texts{"A, idle, idle", "idle, idle"}));
  EXPECT_EQ(found.classes(), 3u) << "before, between, after";
}

class Pair final : public Machine {
 public:
  explicit Pair(Pid other) : other_(other) {
    waiting_.on<A>([this](const A& a) {
      if (a.n == 0) return halt();
      if (other_) send(other_, A{a.n - 1});
      raise(B{});
    });
    waiting_.on<B>([this] { go(waiting_); }).entry([] { outcome("in"); });
    start_in(waiting_);
  }

 private:
  State waiting_ = state("Waiting");
  Pid other_;
};

TEST(MachineEvents, RaisedOnesAreNobodyElsesBusiness) {
  const Exploration found = enumerate([] {
    const Pid last = spawn<Pair>("last", Pid{});
    send(spawn<Pair>("first", last), A{1});
  });
  EXPECT_EQ(found.classes(), 1u);
}

TEST(MachineEvents, MustBeHandled) {
  const Exploration found = enumerate([] {
    const Pid machine = spawn<Pair>("machine", Pid{});
    spawn("one", [=] { send(machine, MustHandle{A{1}}); });
    spawn("two", [=] { send(machine, A{0}); });
  });
  EXPECT_EQ(found.outcomes, (Texts{"in, in", "unhandled message: machine has ended without handling A{1}"}));
}

// --- timers ---

class Clocked final : public Machine {
 public:
  explicit Clocked(int ticks) : ticks_(ticks) {
    only_.entry([this] { timer_ = start_periodic_timer(1s, 1s, A{}); });
    only_.on<A>([this] {
      outcome("tick");
      if (--ticks_ == 0) stop_timer(timer_);
    });
    only_.on<B>([] { outcome("B"); }).on<C>([this] { stop_timer(timer_); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  int ticks_;
  MachineTimer timer_;
};

TEST(MachineTimers, FireAtAnyPoint) {
  const Exploration found = enumerate([] { send(spawn<Clocked>("machine", 2), B{}); }, {.time = TimeMode::any_time});
  EXPECT_EQ(found.outcomes, Texts{"B, tick, tick"});
  EXPECT_EQ(found.classes(), 6u) << "B before, between or after; and a third tick is stopped in time, or thrown away";
}

TEST(MachineTimers, AreStopped) {
  const Exploration found = enumerate([] { send(spawn<Clocked>("machine", 2), C{}); }, {.time = TimeMode::any_time});
  EXPECT_EQ(found.outcomes, (Texts{"", "tick", "tick, tick"}));
}

TEST(MachineTimers, EndWithTheMachine) {
  const Exploration found = enumerate([] { send(spawn<Clocked>("machine", 2), Halt{}); }, {.time = TimeMode::any_time});
  EXPECT_EQ(found.outcomes, (Texts{"", "tick", "tick, tick"}));
}

TEST(MachineTimers, GoByTheClock) {
  const Exploration found = enumerate([] {
    const Pid machine = spawn<Clocked>("machine", 3);
    sleep(2s);
    send(machine, B{});
    sleep(5s);
  });
  EXPECT_EQ(found.outcomes, Texts{"B, tick, tick, tick"});
  EXPECT_EQ(found.classes(), 2u) << "before or after the second tick";
}

// --- monitors ---

class Alternating final : public Monitor {
 public:
  explicit Alternating(bool observes) {
    one_.go<A>(two_).ignore<B>();
    two_.go<B>(one_).on<A>([] { fail("two in a row"); });
    start_in(one_);
    if (observes) observe<A, B>();
  }

 private:
  State one_ = cold("One"), two_ = hot("Two");
};

TEST(Monitors, ToNotifyIsAnOperation) {
  const Exploration found = enumerate([] {
    watch<Alternating>(false);
    for (int i = 0; i < 2; ++i) {
      spawn("client", [] {
        notify<Alternating>(A{});
        notify<Alternating>(B{});
      });
    }
  });
  EXPECT_EQ(found.classes(), 6u) << "each order of four that nobody else orders: 4! / (2! 2!)";
  EXPECT_EQ(found.classes_with("assertion: two in a row"), 4u);
}

TEST(Monitors, ObservedMessagesAreOrdered) {
  struct Forgetful {
    void operator()() const { receive<C>(); }
  };
  const Exploration found = enumerate([] {
    watch<Alternating>(true);
    for (int i = 0; i < 2; ++i) {
      spawn("client", [sink = spawn("sink", Forgetful{})] {
        send(sink, A{});
        send(sink, B{});
      });
    }
  });
  EXPECT_EQ(found.classes(), 6u);
  EXPECT_EQ(found.classes_with("assertion: two in a row"), 4u);
}

TEST(Monitors, HotAtTheEnd) {
  const Exploration found = enumerate([] {
    watch<Alternating>(false);
    spawn("one", [] { notify<Alternating>(A{}); });
    spawn("two", [] { notify<Alternating>(B{}); });
  });
  EXPECT_EQ(found.outcomes,
            (Texts{"", "liveness: Alternating is hot, in state Two, when nothing can happen any more"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- stand-ins ---

TEST(StandIns, AreAskedByAnOperation) {
  const Exploration found = enumerate([] {
    StandIn probe("probe");
    for (int i = 1; i <= 2; ++i) spawn("sender", [i, to = probe.pid()] { send(to, A{i}); });
    const auto a = probe.next_if_any<A>();
    outcome("{}", a ? a->n : 0);
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1", "2"}));
  EXPECT_EQ(found.classes(), 3u);
}

class Telling final : public Machine {
 public:
  explicit Telling(Pid to) {
    only_.on<A>([to](const A& a) {
      if (a.n > 0) send(to, a);
    });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(StandIns, OfAMachineAloneAreOneOrder) {
  const Exploration found = enumerate([] {
    StandIn probe("probe");
    MachineTest<Telling> machine(probe.pid());
    outcome("{}", machine.feed(A{0}).state());
    outcome("{}", probe.got_nothing_more());
    machine.feed(A{1}).feed(A{2});
    const int first = probe.next<A>().n;
    outcome("{}{}", first, probe.next<A>().n);
  });
  EXPECT_EQ(found.outcomes, Texts{"12, Only, true"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(StandIns, HearOthersBesideTheMachine) {
  const Exploration found = enumerate([] {
    StandIn probe("probe");
    MachineTest<Telling> machine(probe.pid());
    spawn("other", [to = probe.pid()] { send(to, A{7}); });
    machine.feed(A{1});
    outcome("{}", probe.next<A>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"1", "7"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- faults ---

// Whoever asks may be early or late, also where only the clock has brought both about.
TEST(Faults, ToStopThemIsAnOperation) {
  const Exploration found = enumerate([] {
    spawn("client", [] {
      sleep(1s);
      outcome(fault() ? "struck" : "spared");
    });
    sleep(1s);
    stop_faults();
  });
  EXPECT_EQ(found.outcomes, (Texts{"spared", "struck"}));
  EXPECT_EQ(found.classes(), 3u) << "late, or early with either answer";
}

TEST(Faults, AfterAMessageTheyMayBeStoppedOrNot) {
  const Exploration found = enumerate([] {
    const Pid client = spawn("client", [] {
      receive<A>();
      outcome(fault() ? "struck" : "spared");
    });
    spawn("sender", [=] { send(client, A{}); });
    stop_faults();
  });
  EXPECT_EQ(found.outcomes, (Texts{"spared", "struck"}));
  EXPECT_EQ(found.classes(), 3u);
}

TEST(Faults, ToAskCommutes) {
  const Exploration found = enumerate([] {
    for (int i = 0; i < 2; ++i) spawn("client", [] { static_cast<void>(fault()); });
  });
  EXPECT_EQ(found.classes(), 4u) << "the answers, in no order";
}

// --- shared state ---

TEST(SharedState, EachAccessIsOneOperation) {
  const Exploration found = enumerate([] {
    const SharedRegister<int> value("value", 0);
    for (int i = 0; i < 2; ++i) spawn("worker", [=] { outcome("{}", value.update([](int& v) { ++v; })); });
  });
  EXPECT_EQ(found.classes(), 2u);
}

}  // namespace
}  // namespace heddle::testing
