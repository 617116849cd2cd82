// Runs that do not end, and about which nothing must be said: somebody was not treated fairly.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/machine/machine.h"
#include "heddle/runner/explore.h"
#include "heddle/spec/monitor.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Request {
  Pid from;
};
struct Ack {};
struct Tick {};

class Answered final : public Monitor {
 public:
  Answered() {
    observe<Request, Ack>();
    idle_.go<Request>(waiting_).ignore<Ack>();
    waiting_.go<Ack>(idle_).ignore<Request>();
    start_in(idle_);
  }

 private:
  State idle_ = cold("Idle"), waiting_ = hot("Waiting");
};

Options endless(std::string strategy, std::uint64_t trials) {
  Options options;
  options.strategy = std::move(strategy);
  options.trials = trials;
  options.seed = 1;
  options.save_to = "";
  options.settings.max_steps = 20'000;
  options.settings.fair_after = 500;
  options.settings.endless = true;
  return options;
}

[[noreturn]] void keep_busy() {
  for (;;) {
    send(self(), Tick{});
    receive<Tick>();
  }
}

// A client that asks again and again, a server that answers, and somebody who has nothing to do with them.
void beside_a_busy_one() {
  watch<Answered>();
  const Pid server = spawn("server", [] {
    for (;;) send(receive<Request>().from, Ack{});
  });
  spawn("busy", keep_busy);
  for (;;) {
    send(server, Request{self()});
    receive<Ack>();
  }
}

class FairOrSilent : public ::testing::TestWithParam<const char*> {};

TEST_P(FairOrSilent, NobodyIsPutOffForEver) {
  const Report report = explore(beside_a_busy_one, endless(GetParam(), 60));
  EXPECT_TRUE(report.ok()) << report;
}

INSTANTIATE_TEST_SUITE_P(Strategies, FairOrSilent,
                         ::testing::Values("rw", "rw+", "rw+8", "urw", "surw", "pos", "pos+", "pos+8", "pos*", "rapos", "pct:3",
                                           "pct:3+", "delay:2", "sticky:0.9", "sticky:0.9+8", "portfolio"));

// Time does not pass while they are busy, so that nobody can say what the sleeper would have done.
void sleeper_beside_busy_ones() {
  watch<Answered>();
  for (int i = 0; i < 2; ++i) spawn("busy", keep_busy);
  send(self(), Request{self()});
  sleep(1s);
  send(self(), Ack{});
  for (;;) receive<Ack>();
}

TEST(Unfair, TimeThatStandsStill) {
  for (const bool lasso : {false, true}) {
    Options options = endless("rw", 20);
    options.settings.lasso = lasso;
    const Report report = explore(sleeper_beside_busy_ones, options);
    EXPECT_TRUE(report.ok()) << report;
  }
  Options options = endless("rw", 20);
  options.settings.time = TimeMode::any_time;  // where it may strike at any point it does
  EXPECT_TRUE(explore(sleeper_beside_busy_ones, options).ok());
}

TEST(Unfair, TimeThatStandsStillIsSaidAtTheLimitOfSteps) {
  Options options = endless("rw", 1);
  options.settings.endless = false;
  const Report report = explore(sleeper_beside_busy_ones, options);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::step_limit);
  EXPECT_NE(report.failures[0].failure.message.find("time stands still"), std::string::npos) << report;
}

// A clock that does move says what it says.
TEST(Unfair, TimeThatPassesIsFair) {
  Options options = endless("rw", 5);
  const Report report = explore(
      [] {
        watch<Answered>();
        send(self(), Request{self()});
        for (;;) sleep(1s);
      },
      options);
  ASSERT_FALSE(report.failures.empty());
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::liveness);
}

bool lucky() { return fair_flip(); }

// Both ask at the same place; that the one was lucky does not help the other.
TEST(Unfair, ChoicesOfOthers) {
  const Report report = explore(
      [] {
        watch<Answered>();
        spawn("lucky", [] {
          for (;;) {
            send(self(), Tick{});
            receive<Tick>();
            static_cast<void>(lucky());
          }
        });
        send(self(), Request{self()});
        for (int i = 0;;) {
          const StateHash hash([&](Fingerprint& print) { print.add(i); });
          send(self(), Tick{});
          receive<Tick>();
          i = (i + 1) % 4;
          if (i == 0 && lucky()) break;
        }
        send(self(), Ack{});
      },
      endless("rw", 400));
  EXPECT_TRUE(report.ok()) << report;
}

// It needs thirty in a row, which hardly ever happens as long as there are faults.
void thirty_without_a_fault(bool faults_end) {
  watch<Answered>();
  send(self(), Request{self()});
  if (faults_end) stop_faults();
  for (int good = 0; good < 30;) {
    const StateHash hash([&](Fingerprint& print) { print.add(good); });
    send(self(), Tick{});
    receive<Tick>();
    good = fault() ? 0 : good + 1;
  }
  send(self(), Ack{});
}

// Hot, or on the way to be so again: only Ack is progress.
class Retrying final : public Monitor {
 public:
  Retrying() {
    idle_.go<Request>(waiting_).ignore<Ack>();
    waiting_.go<Tick>(retrying_).go<Ack>(idle_);
    retrying_.go<Request>(waiting_).go<Ack>(idle_);
    start_in(idle_);
  }

 private:
  State idle_ = cold("Idle"), waiting_ = hot("Waiting"), retrying_ = state("Retrying");
};

// Plain states do not make old faults count.
TEST(Unfair, FaultsThatGoOnBesidePlainStates) {
  Options options = endless("rw", 10);
  options.settings.max_heat = 1'000;
  const Report report = explore(
      [] {
        watch<Retrying>();
        notify<Retrying>(Request{});
        for (int good = 0, rounds = 0; good < 30; ++rounds) {
          const StateHash hash([&](Fingerprint& print) { print.add(rounds); });
          good = fault() ? 0 : good + 1;
          notify<Retrying>(Tick{});
          notify<Retrying>(Request{});
        }
        notify<Retrying>(Ack{});
      },
      options);
  EXPECT_TRUE(report.ok()) << report;
}

void pass_the_time() {
  send(self(), Tick{});
  receive<Tick>();
}

// Nor does what was hot before a fault count after it, however long it was plain in between.
TEST(Unfair, HeatFromBeforeAFault) {
  Options options = endless("rw", 20);
  options.settings.fair_after = 0;
  options.settings.max_heat = 100;
  options.settings.lasso = false;
  const Report report = explore(
      [] {
        watch<Retrying>();
        notify<Retrying>(Request{});
        for (int i = 0; i < 90; ++i) pass_the_time();
        while (!fault()) {
        }
        notify<Retrying>(Tick{});
        for (int i = 0; i < 200; ++i) pass_the_time();
        notify<Retrying>(Request{});
        for (int i = 0; i < 40; ++i) pass_the_time();
        notify<Retrying>(Ack{});
      },
      options);
  EXPECT_TRUE(report.ok()) << report;
}

TEST(Unfair, FaultsThatGoOn) {
  for (const bool faults_end : {false, true}) {
    const Report report = explore([=] { thirty_without_a_fault(faults_end); }, endless("rw", 10));
    EXPECT_TRUE(report.ok()) << report;
  }
}

class LivenessInSearches : public ::testing::TestWithParam<const char*> {
 protected:
  Report verify(const std::function<void()>& test) {
    Options options = endless("", 0);
    options.verify = true;
    options.search = GetParam();
    return explore(test, options);
  }
};

// Who asks is told to come again, for ever.
void put_off() {
  watch<Answered>();
  const Pid server = spawn("server", [] {
    for (;;) send(receive<Request>().from, Tick{});
  });
  for (;;) {
    send(server, Request{self()});
    receive<Tick>();
  }
}

TEST_P(LivenessInSearches, ALassoIsOneThereToo) {
  const Report report = verify(put_off);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_EQ(report.failures[0].failure.kind, FailureKind::liveness) << report.failures[0].failure.message;
  EXPECT_NE(report.failures[0].failure.message.find("the same state comes again"), std::string::npos)
      << report.failures[0].failure.message;
  EXPECT_EQ(report.failures[0].replays, report.failures[0].attempts);
}

// Somebody else, who becomes hot and cold all the time.
class Beating final : public Monitor {
 public:
  Beating() {
    calm_.go<Tick>(busy_);
    busy_.go<Ack>(calm_);
    start_in(calm_);
  }

 private:
  State calm_ = cold("Calm"), busy_ = hot("Busy");
};

void expect_lasso(const Report& report, std::string_view monitor) {
  ASSERT_EQ(report.failures.size(), 1u) << report;
  const FoundFailure& found = report.failures[0];
  EXPECT_EQ(found.failure.kind, FailureKind::liveness);
  EXPECT_TRUE(found.failure.message.starts_with(monitor)) << found.failure.message;
  EXPECT_NE(found.failure.message.find("the same state comes again"), std::string::npos) << found.failure.message;
  EXPECT_EQ(found.replays, found.attempts);
}

void put_off_beside_a_beating_one() {
  watch<Beating>();
  watch<Answered>();
  const Pid server = spawn("server", [] {
    for (;;) {
      const Pid from = receive<Request>().from;
      notify<Beating>(Tick{});
      notify<Beating>(Ack{});
      send(from, Tick{});
    }
  });
  for (;;) {
    send(server, Request{self()});
    receive<Tick>();
  }
}

TEST_P(LivenessInSearches, ALassoIsOneAlsoIfAnotherMonitorBecomesCold) {
  expect_lasso(verify(put_off_beside_a_beating_one), "Answered is hot");
}

void retries_for_ever() {
  watch<Retrying>();
  for (;;) {
    notify<Retrying>(Request{});
    send(self(), Tick{});
    receive<Tick>();
    notify<Retrying>(Tick{});
  }
}

TEST_P(LivenessInSearches, ALassoMayPassPlainStates) { expect_lasso(verify(retries_for_ever), "Retrying "); }

TEST(Lassos, BelongToOneMonitor) {
  for (const char* const strategy : {"rw", "pos", "pct:3", "surw"}) {
    expect_lasso(explore(put_off_beside_a_beating_one, endless(strategy, 1)), "Answered is hot");
    expect_lasso(explore(retries_for_ever, endless(strategy, 1)), "Retrying ");
  }
}

// Nobody tells how often a plain actor has been round its loop. Many rounds make no lasso.
TEST(Lassos, AreNotSeenInALoopThatEnds) {
  const auto test = [] {
    watch<Answered>();
    notify<Answered>(Request{self()});
    for (int i = 0; i < 2'000; ++i) {
      send(self(), Tick{});
      receive<Tick>();
    }
    notify<Answered>(Ack{});
  };
  Options options = endless("rw", 3);
  options.settings.max_steps = 100'000;
  const Report report = explore(test, options);
  EXPECT_TRUE(report.ok()) << report;
}

// Each is cold somewhere in the cycle: nothing is wrong.
TEST(Lassos, AreNoneIfEveryMonitorIsColdInThem) {
  const Report report = explore(
      [] {
        watch<Beating>();
        watch<Answered>();
        for (;;) {
          notify<Beating>(Tick{});
          notify<Answered>(Request{});
          notify<Beating>(Ack{});
          notify<Beating>(Tick{});
          notify<Answered>(Ack{});
          notify<Answered>(Request{});
          notify<Beating>(Ack{});
          notify<Answered>(Ack{});
        }
      },
      endless("rw", 3));
  EXPECT_TRUE(report.ok()) << report;
}

// Hot before it, and plain all the time in it.
TEST(Lassos, AreNoneIfTheMonitorIsOnlyPlainInThem) {
  const Report report = explore(
      [] {
        watch<Retrying>();
        notify<Retrying>(Request{});
        notify<Retrying>(Tick{});
        for (;;) {
          send(self(), Tick{});
          receive<Tick>();
        }
      },
      endless("rw", 3));
  EXPECT_TRUE(report.ok()) << report;
}

// A coin that falls on the same side for ever is not fair, and says nothing.
TEST_P(LivenessInSearches, AnAnswerThatAFairChoiceWouldGiveIsNotMissed) {
  const Report report = verify([] {
    watch<Answered>();
    const Pid server = spawn("server", [] {
      for (;;) {
        const Pid from = receive<Request>().from;
        if (fair_flip())
          send(from, Ack{});
        else
          send(from, Tick{});
      }
    });
    for (bool told = false; !told;) {
      send(server, Request{self()});
      told = receive(on<Ack>([](const Ack&) { return true; }), on<Tick>([](const Tick&) { return false; }));
    }
  });
  for (const FoundFailure& found : report.failures) EXPECT_EQ(found.failure.kind, FailureKind::step_limit);
}

INSTANTIATE_TEST_SUITE_P(Both, LivenessInSearches, ::testing::Values("graph", "sequence"),
                         [](const auto& of) { return std::string(of.param); });

class Sealed {
 public:
  explicit Sealed(int n) : n_(n) {}
  int n() const { return n_; }

 private:
  int n_;
};

TEST(Lassos, AreNotLookedForInSilenceWhereAStateCannotBeTold) {
  const auto test = [](bool sealed) {
    return [sealed] {
      const Pid deaf = spawn("deaf", [] { receive<Ack>(); });
      if (sealed) send(deaf, Sealed(7));
      put_off();
    };
  };
  const Report known = explore(test(false), endless("rw", 1));
  EXPECT_EQ(known.no_lassos, "");
  EXPECT_EQ(known.failures.size(), 1u);
  const Report unknown = explore(test(true), endless("rw", 1));
  EXPECT_NE(unknown.no_lassos.find("Sealed"), std::string::npos) << unknown.no_lassos;
}

}  // namespace
}  // namespace heddle
