#include "heddle/machine/driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

#include "heddle/actor/receive.h"
#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct A {
  int n = 0;
};
struct B {};
struct C {};

struct Ask {
  Pid from;
};
struct Answer {
  int n;
};

std::string failure_of(const Ran& ran) { return ran.outcome.failure ? ran.text() : "none"; }

// Asks back, and waits for the answer in the middle of an action. Ends when told B.
class Asker final : public Machine {
 public:
  explicit Asker(std::string* said) : said_(said) {
    only_.on<Ask>([this](const Ask& ask) {
      send(ask.from, Ask{self()});
      *said_ += "answer" + std::to_string(receive<Answer>().n);
    });
    only_.on<B>([this] { halt(); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  std::string* said_;
};

class Echo final : public Machine {
 public:
  explicit Echo(Pid to) : to_(to) {
    open_.on<A>([this](const A& a) {
      send(to_, A{a.n + 1});
      ++handled_;
    });
    open_.go<B>(closed_).defer<C>();
    closed_.on<C>([this] { halt(); });
    start_in(open_);
  }
  int handled() const { return handled_; }

 private:
  State open_ = state("Open"), closed_ = state("Closed");
  Pid to_;
  int handled_ = 0;
};

TEST(MachineTest, DrivesOneMachine) {
  EXPECT_EQ(outcomes([](std::string& said) {
              StandIn probe("probe");
              MachineTest<Echo> echo(probe.pid());
              said += echo.state();
              echo.feed(A{1}).feed(A{2}).feed(C{});
              said += " " + std::to_string(probe.next<A>().n);
              said += std::to_string(probe.next<A>().n);
              said += probe.got_nothing_more() && !probe.next_if_any<A>() ? " nothing" : " more";
              said += " handled" + std::to_string(echo->handled());
              echo.feed(B{});
              said += " " + std::string(echo.state());
            }),
            Texts{"Open 23 nothing handled2 (halted)"});
}

TEST(StandIn, OthersMayBeEarlyOrLate) {
  EXPECT_EQ(outcomes([](std::string& said) {
              StandIn probe("probe");
              for (int i = 1; i <= 2; ++i) spawn("sender", [i, to = probe.pid()] { send(to, A{i}); });
              while (const auto a = probe.next_if_any<A>()) said += std::to_string(a->n);
            }),
            (Texts{"", "1", "2", "12", "21"}));
}

TEST(MachineTest, WaitingInsideAnActionIsRest) {
  EXPECT_EQ(outcomes([](std::string& said) {
              static std::string all;
              all.clear();
              StandIn client("client");
              MachineTest<Asker> asker(&all);
              asker.feed(Ask{client.pid()});
              client.next<Ask>();
              said = all + "|";
              asker.feed(Answer{3});
              said += all;
            }),
            Texts{"|answer3"});
}

TEST(MachineTest, AfterTheEnd) {
  EXPECT_EQ(outcomes([](std::string& said) {
              static std::string all;
              all.clear();
              MachineTest<Asker> machine(&all);
              machine.feed(B{});
              machine.feed(A{});  // is lost
              said = machine.state();
            }),
            Texts{"(halted)"});
  EXPECT_EQ(failure_of(run_once([](std::string&) {
              static std::string all;
              MachineTest<Asker> machine(&all);
              machine.feed(B{});
              static_cast<void>(*machine);
            })),
            "misuse: the machine of this MachineTest has ended");
}

// Ends itself, sleeps, or waits in the middle of an action.
class Moody final : public Machine {
 public:
  explicit Moody(Pid to) {
    only_.on<A>([] { exit("gone"); });
    only_.on<B>([to] {
      sleep(1s);
      send(to, B{});
    });
    only_.on<C>([to]() -> Async<> {
      co_await async::sleep(1h);
      send(to, C{});
    });
    only_.on<Ask>([] { receive<Answer>(); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(MachineTest, AMachineThatEndsInAnotherWay) {
  EXPECT_EQ(outcomes([](std::string& said) {
              StandIn probe("probe");
              MachineTest<Moody> exits(probe.pid()), struck(probe.pid()), in_action(probe.pid());
              exits.feed(A{});
              said += exits.state();
              exit(struck.pid(), "enough");
              said += struck.state();
              struck.feed(B{});
              said += struck.state();
              in_action.feed(Ask{});
              exit(in_action.pid(), "enough");
              sleep(1s);
              said += in_action.state();
            }),
            Texts{"(halted)(halted)(halted)(halted)"});
  EXPECT_EQ(failure_of(run_once([](std::string&) {
              StandIn probe("probe");
              MachineTest<Moody> exits(probe.pid());
              exits.feed(A{});
              static_cast<void>(*exits);
            })),
            "misuse: the machine of this MachineTest has ended");
}

class ExitsAtOnce final : public Machine {
 public:
  ExitsAtOnce() { exit("before it has begun"); }
};

TEST(MachineTest, AMachineThatNeverStarts) {
  EXPECT_EQ(run_once([](std::string& said) { said = MachineTest<ExitsAtOnce>().state(); }).text(), "(halted)");
}

TEST(MachineTest, AnExceptionIsAFailureAsAnywhere) {
  class Throws final : public Machine {
   public:
    Throws() {
      only_.on<A>([] { throw std::runtime_error("oops"); });
      start_in(only_);
    }

   private:
    State only_ = state("Only");
  };
  const auto test = [](std::string&) {
    MachineTest<Throws> machine;
    machine.feed(A{});
    check(machine.halted());
  };
  EXPECT_EQ(run_once(test).text(), "uncaught exception: std::runtime_error: oops");
}

TEST(MachineTest, WaitsForAMachineThatSleeps) {
  for (const TimeMode time : {TimeMode::virtual_clock, TimeMode::any_time}) {
    const Settings settings{.time = time};
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      EXPECT_EQ(run_once(
                    [](std::string& said) {
                      StandIn probe("probe");
                      MachineTest<Moody> machine(probe.pid());
                      machine.feed(B{});
                      static_cast<void>(probe.next<B>());
                      machine.feed(C{});
                      static_cast<void>(probe.next<C>());
                      said = now() == 1h + 1s ? "on time" : "early";
                    },
                    seed, {.settings = settings})
                    .text(),
                time == TimeMode::virtual_clock ? "on time" : "early");
  }
}

class Idler final : public Machine {
 public:
  explicit Idler(Pid to) {
    asleep_.go<A>(awake_);
    awake_.when_idle([to] { send(to, B{}); });
    awake_.on<A>([to] { send(to, A{}); }).go<C>(asleep_);
    start_in(asleep_);
  }

 private:
  State asleep_ = state("Asleep"), awake_ = state("Awake");
};

TEST(MachineTest, WhatItDoesWhenIdleIsDoneOnce) {
  EXPECT_EQ(outcomes([](std::string& said) {
              StandIn probe("probe");
              MachineTest<Idler> idler(probe.pid());
              idler.feed(A{});
              static_cast<void>(probe.next<B>());
              said = idler.feed(C{}).state();
            }),
            Texts{"Asleep"});
}

TEST(MachineTest, SaysWhatCameInstead) {
  EXPECT_EQ(failure_of(run_once([](std::string&) {
              StandIn probe("probe");
              MachineTest<Echo>(probe.pid()).feed(A{1});
              probe.next<B>();
            })),
            "assertion: probe got A{2}, not B");
  EXPECT_EQ(failure_of(run_once([](std::string&) { StandIn("probe").next<B>(); })),
            "assertion: probe got no B, and nothing else");
}

}  // namespace
}  // namespace heddle
