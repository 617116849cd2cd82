// Conformance: time-outs, sleep and timers, with a virtual clock and at any time.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "heddle/runner/explore.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Tick {
  int n = 0;
};

int seconds() { return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(now()).count()); }

// --- receive ... after ---

TEST(After, ZeroLooksAndGoesOn) {
  const Exploration found = enumerate([] {
    outcome("{}", receive<Tick>(0s) ? "got" : "none");
    send(self(), Tick{});
    const bool got = receive<Tick>(0s).has_value();
    outcome("then {} at {}", got ? "got" : "none", seconds());
  });
  EXPECT_EQ(found.outcomes, Texts{"none, then got at 0"});
  EXPECT_EQ(found.executions, 1u);
}

TEST(After, ZeroRacesWithSendersThatItWants) {
  struct Other {};
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("wanted", [=] { send(test, Tick{1}); });
    spawn("other", [=] { send(test, Other{}); });
    outcome(receive<Tick>(0s) ? "got" : "none");
  });
  EXPECT_EQ(found.outcomes, (Texts{"got", "none"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(After, APositiveTimeStrikesOnlyWhenNothingElseCanRun) {
  const auto program = [] {
    const Pid test = self();
    spawn("sender", [=] { send(test, Tick{}); });
    const bool got = receive<Tick>(1s).has_value();
    outcome("{} at {}", got ? "got" : "none", seconds());
  };
  EXPECT_EQ(enumerate(program).outcomes, Texts{"got at 0"});
  EXPECT_EQ(enumerate(program).classes(), 1u);
  EXPECT_EQ(enumerate(program, any_time()).outcomes, (Texts{"got at 0", "none at 0"}));
  EXPECT_EQ(enumerate(program, any_time()).classes(), 2u);
}

TEST(After, EqualDeadlinesGoInEitherOrder) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("sender", [=] {
      sleep(1s);
      send(test, Tick{});
    });
    const bool got = receive<Tick>(1s).has_value();
    outcome("{} at {}", got ? "got" : "none", seconds());
  });
  EXPECT_EQ(found.outcomes, (Texts{"got at 1", "none at 1"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(After, LaterDeadlinesGoLater) {
  const auto program = [] {
    const Pid test = self();
    spawn("sender", [=] {
      sleep(2s);
      send(test, Tick{});
    });
    outcome("{}", receive<Tick>(1s) ? "got" : "none");
    outcome("then {}", receive<Tick>(2s) ? "got" : "none");
  };
  EXPECT_EQ(enumerate(program).outcomes, Texts{"none, then got"});
  EXPECT_EQ(enumerate(program).classes(), 1u);
  EXPECT_EQ(enumerate(program, any_time()).outcomes, (Texts{"got, then none", "none, then got", "none, then none"}));
}

TEST(After, AMessageThatDoesNotFitDoesNotStopTheTime) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("sender", [=] {
      sleep(1s);
      send(test, Tick{1});
    });
    const bool got = receive<Tick>(3s, [](const Tick& t) { return t.n == 2; }).has_value();
    outcome("{} at {}", got, seconds());
  });
  EXPECT_EQ(found.outcomes, Texts{"false at 3"});
}

TEST(After, PastTheLimitNeverStrikes) {
  Settings settings;
  settings.max_time = 10s;
  EXPECT_EQ(enumerate([] { receive<Tick>(11s); }, settings).outcomes,
            Texts{"time limit: test waits for ever in receive (its time-out lies past --max-time=10s)"});
  EXPECT_EQ(enumerate([] { receive<Tick>(10s), outcome("in time"); }, settings).outcomes, Texts{"in time"});
}

// --- sleep ---

TEST(Sleep, WakesInTheOrderOfTheClock) {
  const auto program = [] {
    const Pid test = self();
    for (int i : {3, 1, 2})
      spawn("sleeper", [=] {
        sleep(std::chrono::seconds(i));
        send(test, Tick{i});
      });
    std::string order;
    for (int i = 0; i < 3; ++i) order += std::to_string(receive<Tick>().n);
    outcome("{} at {}", order, seconds());
  };
  const Exploration found = enumerate(program);
  EXPECT_EQ(found.outcomes, Texts{"123 at 3"});
  EXPECT_EQ(found.classes(), 1u);
  EXPECT_EQ(enumerate(program, any_time()).classes(), 6u);
}

TEST(Sleep, EqualTimesWakeInEitherOrder) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    for (int i = 1; i <= 2; ++i)
      spawn("sleeper", [=] {
        sleep(5s);
        send(test, Tick{i});
      });
    const int first = receive<Tick>().n, second = receive<Tick>().n;
    outcome("{}{} at {}", first, second, seconds());
  });
  EXPECT_EQ(found.outcomes, (Texts{"12 at 5", "21 at 5"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Sleep, TimeStandsStillWhenTheTestIsOver) {
  const Exploration found = enumerate([] {
    spawn("sleeper", [] {
      sleep(1s);
      outcome("woke up");
    });
  });
  EXPECT_EQ(found.outcomes, Texts{""});
}

// Whether it woke up before it was killed is an order of its own, even if it does nothing afterwards that others see.
TEST(Sleep, CanBeCutOffByAKill) {
  const Exploration found = enumerate([] {
    const Pid sleeper = spawn("sleeper", [] {
      daemon();
      sleep(0s);
      outcome("woke up");
      receive<Tick>();
    });
    exit(sleeper, kKill);
  });
  EXPECT_EQ(found.outcomes, (Texts{"", "woke up"}));
  EXPECT_EQ(found.classes(), 2u);
}

// --- timers ---

TEST(SendAfter, DeliversAtItsTime) {
  const Exploration found = enumerate([] {
    send_after(2s, self(), Tick{2});
    send_after(1s, self(), Tick{1});
    std::string order;
    for (int i = 0; i < 2; ++i) {
      const int n = receive<Tick>().n;
      order += fmt::format("{}@{} ", n, seconds());
    }
    outcome(order);
  });
  EXPECT_EQ(found.outcomes, Texts{"1@1 2@2 "});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(SendAfter, EqualTimesFireInEitherOrder) {
  const Exploration found = enumerate([] {
    send_after(1s, self(), Tick{1});
    send_after(1s, self(), Tick{2});
    const int first = receive<Tick>().n;
    outcome("{}{}", first, receive<Tick>().n);
  });
  EXPECT_EQ(found.outcomes, (Texts{"12", "21"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(SendAfter, RacesWithATimeOutOfEqualTime) {
  const Exploration found = enumerate([] {
    send_after(1s, self(), Tick{1});
    outcome(receive<Tick>(1s) ? "got" : "none");
  });
  EXPECT_EQ(found.outcomes, (Texts{"got", "none"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(SendAfter, FiresThoughItsMakerIsDeadAndNotToTheDead) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("maker", [=] { send_after(1s, test, Tick{7}); });
    const Pid dead = spawn("dead", [] {});
    send_after(1s, dead, Tick{8});
    outcome("{}", receive<Tick>().n);
  });
  EXPECT_EQ(found.outcomes, Texts{"7"});
}

TEST(SendAfter, LooksNamesUpAtTheDeadline) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    send_after(1s, "late", Tick{1});
    send_after(1s, "never", Tick{2});
    spawn("owner", [=] {
      register_name("late");
      send(test, receive<Tick>());
    });
    outcome("{}", receive<Tick>().n);
  });
  EXPECT_EQ(found.outcomes, Texts{"1"});
}

TEST(StartTimer, DeliversItsReference) {
  const Exploration found = enumerate([] {
    const Timer timer = start_timer(1s, self(), Tick{3});
    const auto fired = receive<TimerFired<Tick>>();
    outcome("{} {}", fired.ref == timer.ref(), fired.message.n);
  });
  EXPECT_EQ(found.outcomes, Texts{"true 3"});
}

TEST(Cancel, InTimeOrTooLate) {
  const auto program = [](Duration wait) {
    return [=] {
      const Timer timer = send_after(1s, self(), Tick{});
      sleep(wait);
      outcome(timer.cancel() ? "in time" : "too late");
      outcome("again {}", timer.cancel());
      outcome(receive<Tick>(0s) ? "got" : "none");
    };
  };
  EXPECT_EQ(enumerate(program(0s)).outcomes, Texts{"again false, in time, none"});
  EXPECT_EQ(enumerate(program(1s)).outcomes, (Texts{"again false, in time, none", "again false, got, too late"}));
  EXPECT_EQ(enumerate(program(1s)).classes(), 2u);
  EXPECT_EQ(enumerate(program(2s)).outcomes, Texts{"again false, got, too late"});
  EXPECT_EQ(enumerate(program(0s), any_time()).outcomes, (Texts{"again false, in time, none", "again false, got, too late"}));
}

TEST(Cancel, BySomebodyElse) {
  const Exploration found = enumerate([] {
    const Timer timer = send_after(1s, self(), Tick{});
    for (int i = 1; i <= 2; ++i)
      spawn("canceller", [=] {
        if (timer.cancel()) outcome("{}", i);
      });
    outcome(receive<Tick>(5s) ? "got" : "none");
  });
  EXPECT_EQ(found.outcomes, (Texts{"1, none", "2, none"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(ReadTimer, SaysWhatIsLeft) {
  const auto program = [] {
    const Timer timer = send_after(3s, self(), Tick{});
    const auto left = [&] {
      const std::optional<Duration> time = timer.read();
      return time ? std::to_string(std::chrono::duration_cast<std::chrono::seconds>(*time).count()) : "none";
    };
    std::string text = left();
    sleep(1s);
    text += " " + left();
    sleep(2s);
    outcome(text + " " + left());
  };
  EXPECT_EQ(enumerate(program).outcomes, (Texts{"3 2 0", "3 2 none"}));
  EXPECT_EQ(enumerate(program).classes(), 2u);
}

TEST(ReadTimer, ReadsDoNotRaceWithEachOther) {
  const Exploration found = enumerate(
      [] {
        const Timer timer = send_after(3s, self(), Tick{});
        for (int i = 0; i < 2; ++i) spawn("reader", [=] { outcome(timer.read() ? "waits" : "fired"); });
      },
      any_time());
  EXPECT_EQ(found.outcomes, (Texts{"fired, fired", "fired, waits", "waits, waits"}));
  EXPECT_EQ(found.classes(), 4u);
}

// --- a budget of early timers ---

// Two timers, and somebody who takes two steps: what comes before what?
void two_timers() {
  const Pid test = self();
  send_after(1s, test, Tick{1});
  send_after(2s, test, Tick{2});
  spawn("worker", [=] {
    send(test, Tick{3});
    send(test, Tick{4});
  });
  std::string order;
  for (int i = 0; i < 4; ++i) order += std::to_string(receive<Tick>().n);
  outcome(order);
}

TEST(EarlyTimers, StrikeAsOftenAsTheBudgetSays) {
  Settings settings = any_time();
  const std::map<std::uint64_t, Texts> expected{
      {0, {"3412"}},
      {1, {"1342", "2341", "3142", "3241", "3412", "3421"}},  // the last strikes early, before the other
      {2, {"1234", "1324", "1342", "2134", "2314", "2341", "3124", "3142", "3214", "3241", "3412", "3421"}}};
  for (const auto& [budget, orders] : expected) {
    settings.early_timers = budget;
    const Exploration all = enumerate_some(two_timers, settings, 100'000);
    EXPECT_EQ(all.outcomes, orders) << budget;

    Options options;
    options.settings = settings;
    options.verify = true;
    const Report report = explore(two_timers, options);
    EXPECT_TRUE(report.verified()) << report;
    EXPECT_EQ(report.trials, all.executions) << budget;  // each of them once, and nothing more
    options.search = "graph";
    EXPECT_NE(explore(two_timers, options).error.find("--search=sequence can"), std::string::npos);
  }
}

}  // namespace
}  // namespace heddle::testing
