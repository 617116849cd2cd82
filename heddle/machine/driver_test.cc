#include "heddle/machine/driver.h"

#include <gtest/gtest.h>

#include "heddle/actor/receive.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

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
