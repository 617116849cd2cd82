#include "heddle/spec/monitor.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/timer.h"
#include "heddle/machine/machine.h"
#include "heddle/spec/check.h"
#include "heddle/strategy/pct.h"
#include "heddle/trace/replay.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Request {};
struct Ack {};
struct Tick {};

// No second request before the first is answered.
class OneAtATime final : public Monitor {
 public:
  OneAtATime() {
    idle_.go<Request>(busy_);
    busy_.go<Ack>(idle_).on<Request>([] { fail("two at a time"); });
    start_in(idle_);
  }

 private:
  State idle_ = state("Idle"), busy_ = state("Busy");
};

class Answered : public Monitor {
 public:
  Answered() {
    idle_.go<Request>(waiting_).ignore<Ack>();
    waiting_.go<Ack>(idle_).ignore<Request>();
    start_in(idle_);
    observe<Request, Ack>();
  }

 private:
  State idle_ = cold("Idle"), waiting_ = hot("Waiting");
};

TEST(Monitor, JudgesInTheOrderOfWhatItIsTold) {
  EXPECT_EQ(outcomes([](std::string& said) {
              watch<OneAtATime>();
              for (int i = 0; i < 2; ++i) {
                spawn("client", [] {
                  notify<OneAtATime>(Request{});
                  notify<OneAtATime>(Ack{});
                });
              }
              said = "ok";
            }),
            (Texts{"ok", "assertion: two at a time"}));
}

TEST(Monitor, NothingHappensWhereNobodyWatches) {
  const Ran ran = run_once([](std::string&) { notify<OneAtATime>(Ack{}); });
  EXPECT_EQ(ran.text(), "");
  EXPECT_EQ(ran.outcome.steps, 1u) << "only the test's own exit";
}

TEST(Monitor, UnhandledEventIsAFailure) {
  EXPECT_EQ(run_once([](std::string&) {
              watch<OneAtATime>();
              notify<OneAtATime>(Ack{});
            }).text(),
            "unhandled message: monitor OneAtATime does not say what to do with Ack{} in state Idle");
}

class Meddling final : public Monitor {
 public:
  explicit Meddling(std::function<void()> meddle) {
    only_.on<Request>([meddle] { meddle(); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(Monitor, OnlyWatches) {
  const auto meddling = [](const std::function<void()>& meddle) {
    return run_once([&](std::string&) {
             watch<Meddling>(meddle);
             notify<Meddling>(Request{});
           })
        .text();
  };
  const std::string rest = " inside a monitor, or in the condition of a receive: these only watch";
  EXPECT_EQ(meddling([] { send(self(), Ack{}); }), "misuse: send" + rest);
  EXPECT_EQ(meddling([] { receive<Ack>(); }), "misuse: receive" + rest);
  EXPECT_EQ(meddling([] { choose(2); }), "misuse: choose" + rest);
  EXPECT_EQ(meddling([] { notify<Meddling>(Request{}); }), "misuse: notify" + rest);
  EXPECT_EQ(meddling([] { spawn([] {}); }), "misuse: spawn" + rest);
  EXPECT_EQ(meddling([] { exit("enough"); }), "misuse: exit" + rest);
  EXPECT_EQ(meddling([] {}), "");
}

// What a monitor throws is no business of whoever tells it, and cannot be caught there.
TEST(Monitor, ExceptionsAreItsOwn) {
  class Throwing final : public Monitor {
   public:
    Throwing() {
      observe<Request, Tick>();
      only_.on<Request>([] { throw std::runtime_error("oops"); }).on<Tick>([] { throw 7; });
      start_in(only_);
    }

   private:
    State only_ = state("Only");
  };
  const std::string text = "uncaught exception: std::runtime_error: oops (in monitor Throwing)";
  EXPECT_EQ(run_once([](std::string&) {
              watch<Throwing>();
              try {
                send(self(), Request{});
              } catch (const std::exception&) {
              }
            }).text(),
            text);
  EXPECT_EQ(run_once([](std::string&) {
              watch<Throwing>();
              notify<Throwing>(Request{});
            }).text(),
            text);
  EXPECT_EQ(run_once([](std::string&) {
              watch<Throwing>();
              send_after(1s, self(), Tick{});
              receive<Tick>();
            }).text(),
            "uncaught exception: int (in monitor Throwing)");
}

// Somebody's own function of the monitor is no event.
TEST(Monitor, OnlyItsActionsMakeTransitions) {
  class Poked final : public Monitor {
   public:
    Poked() { start_in(one_.go<Ack>(two_)); }
    void poke() { go(two_); }

   private:
    State one_ = state("One"), two_ = state("Two");
  };
  EXPECT_EQ(run_once([](std::string&) { watch<Poked>().poke(); }).text(),
            "misuse: go() outside the actions of monitor Poked: an action makes transitions, in its own task; whoever else "
            "wants one sends an event");
}

// A timer tells them, too, and has no task of its own to give.
TEST(Monitor, OnlyWatchesTimers) {
  class MeddlingWithTimers final : public Monitor {
   public:
    explicit MeddlingWithTimers(std::function<void()> meddle) {
      observe<Tick>();
      only_.on<Tick>([meddle] { meddle(); });
      start_in(only_);
    }

   private:
    State only_ = state("Only");
  };
  const auto meddling = [](const std::function<void()>& meddle) {
    return run_once([&](std::string&) {
             watch<MeddlingWithTimers>(meddle);
             send_after(1s, self(), Tick{});
             receive<Tick>();
           })
        .text();
  };
  const std::string rest = " inside a monitor, or in the condition of a receive: these only watch";
  EXPECT_EQ(meddling([] { send(self(), Ack{}); }), "misuse: send" + rest);
  EXPECT_EQ(meddling([] { choose(2); }), "misuse: choose" + rest);
  EXPECT_EQ(meddling([] { spawn([] {}); }), "misuse: spawn" + rest);
  EXPECT_EQ(meddling([] { exit("enough"); }), "misuse: exit" + rest);
}

TEST(Monitor, DeclaresNothingThatOnlyMachinesDo) {
  class Declared final : public Monitor {
   public:
    explicit Declared(const std::function<void(State, State)>& declare) {
      declare(one_, two_);
      one_.go<Ack>(two_);
      start_in(one_);
    }

   private:
    State one_ = state("One"), two_ = state("Two");
  };
  const auto problem = [](const std::function<void(State, State)>& declare) {
    return run_once([&](std::string&) { watch<Declared>(declare); }).text();
  };
  EXPECT_EQ(problem([](State one, State two) { one.push<Tick>(two); }),
            "misuse: monitor Declared pushes a state on One for Tick: monitors are in one state at a time; use go");
  EXPECT_EQ(problem([](State one, State) { one.when_idle([] {}); }),
            "misuse: monitor Declared has a when_idle in state One: monitors only react to what they are told");
  EXPECT_EQ(problem([](State one, State) { one.defer<Tick>(); }),
            "misuse: monitor Declared defers Tick in state One: monitors have no mailbox to leave it in");
  EXPECT_EQ(problem([](State, State two) { two.defer_any(); }),
            "misuse: monitor Declared defers any event in state Two: monitors have no mailbox to leave it in");
  EXPECT_EQ(problem([](State one, State) { one.ignore<Tick>(); }), "");
}

TEST(Monitor, OncePerTrial) {
  EXPECT_EQ(run_once([](std::string&) {
              watch<Answered>();
              watch<Answered>();
            }).text(),
            "misuse: watch<Answered>() twice in one trial");
}

TEST(Monitor, ObservesWhatIsSent) {
  EXPECT_EQ(outcomes([](std::string& said) {
              watch<Answered>();
              const Pid test = self();
              send(spawn("server",
                         [test] {
                           receive<Request>();
                           if (flip()) send(test, Ack{});
                         }),
                   Request{});
              receive<Ack>(1s);
              said = "ok";
            }),
            (Texts{"ok", "liveness: Answered is hot, in state Waiting, when nothing can happen any more"}));
}

class HotFromTheStart final : public Monitor {
 public:
  HotFromTheStart() { start_in(waiting_); }

 private:
  State waiting_ = hot("Waiting");
};

// It became hot by nobody's doing: not by what another monitor was told before, in this trial or the one before it. (A
// replay, which has none before it, would blame another place, and be taken for another failure.)
TEST(Monitor, BlamesNobodyForAHotStart) {
  const Ran ran = run_once([](std::string&) {
    watch<OneAtATime>();
    notify<OneAtATime>(Request{});
    watch<HotFromTheStart>();
  });
  EXPECT_EQ(ran.text(), "liveness: HotFromTheStart is hot, in state Waiting, when nothing can happen any more");
  ASSERT_TRUE(ran.outcome.failure);
  EXPECT_EQ(ran.outcome.failure->line, 0);
}

TEST(Monitor, SaysThatTimeStandsStill) {
  EXPECT_EQ(
      run_once([](std::string&) {
        watch<Answered>();
        send(self(), Request{});
        send_after(1s, self(), Ack{});
      }).text(),
      "liveness: Answered is hot, in state Waiting, when nothing can happen any more (a timer is pending: the test's "
      "function has returned, and time stands still)");
}

// --- runs that do not end ---

// Two that send one another something for ever; the request is answered if they feel like it.
void chatter(bool may_answer) {
  watch<Answered>();
  const Pid a = spawn("a", [] {
    for (;;) send(receive<Pid>(), Tick{});
  });
  spawn("b", [a, may_answer] {
    send(a, self());
    for (;;) {
      receive<Tick>();
      if (may_answer && fair_flip()) send(self(), Ack{});
      send(a, self());
    }
  });
  send(self(), Request{});
}

TEST(Liveness, HotForTooLongInAFairRun) {
  const Settings settings{.max_steps = 2'000, .max_heat = 500, .lasso = false};
  EXPECT_EQ(run_once([](std::string&) { chatter(false); }, 1, {.settings = settings}).text(),
            "liveness: Answered is hot, in state Waiting, and was for more than 500 steps of a fair run (--max-heat)");
}

TEST(Liveness, AnUnfairRunSaysNothing) {
  const SayingTest starving = [](std::string&) {
    watch<Answered>();
    for (int i = 0; i < 2; ++i) {
      spawn("spinner", [] {
        for (;;) send(self(), Tick{}), receive<Tick>();
      });
    }
    spawn("server", [] {
      receive<Request>();
      send(self(), Ack{});
    });
    // The request goes out, and its answer may be put off for as long as the strategy likes.
    spawn("client", [] { send(self(), Request{}), send(self(), Ack{}); });
  };
  Pct pct(1);
  bool ended_by_steps = false;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Settings settings{
        .max_steps = 2'000, .fair_after = kNoLimit, .endless = true, .max_heat = 100, .lasso = false};
    const Ran ran = run_once(starving, pct, seed, {.settings = settings});
    EXPECT_FALSE(ran.outcome.failure) << ran.text();
    ended_by_steps |= ran.outcome.cut;
  }
  EXPECT_TRUE(ended_by_steps);
}

TEST(Liveness, HeatCountsFromTheFairTail) {
  Pct pct(1);
  const Settings settings{.max_steps = 5'000, .fair_after = 1'000, .endless = true, .max_heat = 300, .lasso = false};
  const Ran ran = run_once([](std::string&) { chatter(false); }, pct, 1, {.settings = settings});
  EXPECT_EQ(ran.text(),
            "liveness: Answered is hot, in state Waiting, and was for more than 300 steps of a fair run (--max-heat)");
  EXPECT_GE(ran.outcome.steps, 1'300u);
}

TEST(Liveness, ALassoIsFoundAndRepeated) {
  const Settings settings{.max_steps = 20'000, .endless = true};
  const Ran ran = run_once([](std::string&) { chatter(false); }, 1, {.settings = settings});
  EXPECT_EQ(
      ran.text(),
      "liveness: Answered is hot, in state Waiting, and can stay so for ever: the same state comes again and again");
  EXPECT_LT(ran.outcome.steps, 3'000u);
}

TEST(Liveness, ALassoReplays) {
  const Settings settings{.max_steps = 20'000, .endless = true};
  const SayingTest test = [](std::string&) { chatter(false); };
  for (const bool fair : {true, false}) {
    RandomWalk walk;
    Pct pct(2);
    Strategy& strategy = fair ? static_cast<Strategy&>(walk) : pct;
    Schedule schedule;
    RunOptions options{.settings = settings};
    options.before_cleanup = [&](Trial& trial) {
      const Board& board = trial.board();
      schedule.assign(board.decisions(), board.decisions() + board.count.load());
    };
    const Ran first = run_once(test, strategy, 3, options);
    ASSERT_TRUE(first.outcome.failure);
    Replay replay(schedule);
    const Ran again = run_once(test, replay, 3, {.settings = settings});
    EXPECT_EQ(first.text(), again.text());
    EXPECT_EQ(first.outcome.steps, again.outcome.steps);
    EXPECT_FALSE(replay.departed()) << replay.departed()->text();
  }
}

TEST(Liveness, AFairChoiceHelps) {
  const Settings settings{.max_steps = 3'000, .endless = true, .max_heat = 1'000};
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(run_once([](std::string&) { chatter(true); }, seed, {.settings = settings}).text(), "");
}

// A cycle in which somebody could go on, and never does, says nothing.
TEST(Liveness, AnUnfairCycleIsNone) {
  const SayingTest test = [](std::string&) {
    watch<Answered>();
    spawn("spinner", [] {
      for (;;) send(self(), Tick{}), receive<Tick>();
    });
    spawn("client", [] {
      send(self(), Request{});
      receive<Request>();
      send(self(), Ack{});  // whenever it comes to it
    });
  };
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Pct pct(1);
    const Settings settings{.max_steps = 2'000, .fair_after = kNoLimit, .endless = true};
    EXPECT_EQ(run_once(test, pct, seed, {.settings = settings}).text(), "");
  }
}

// What looks like the same state is not: a counter in a local variable. The repetition shows it.
TEST(Liveness, ARepetitionThatEndsIsNone) {
  const SayingTest test = [](std::string&) {
    watch<Answered>();
    spawn("client", [] {
      send(self(), Request{});
      for (int i = 0; i < 200; ++i) send(self(), Tick{}), receive<Tick>();
      send(self(), Ack{});
    });
  };
  const Settings settings{.max_steps = 5'000, .endless = true};
  EXPECT_EQ(run_once(test, 1, {.settings = settings}).text(), "");
}

// The same with the counter told: the states are never taken for one another.
TEST(Liveness, TheStateThatATestTells) {
  const SayingTest told = [](std::string&) {
    watch<Answered>();
    spawn("client", [] {
      int rounds = 0;
      const StateHash hash([&](Fingerprint& print) { print.add(rounds); });
      send(self(), Request{});
      for (;; ++rounds) send(self(), Tick{}), receive<Tick>();
    });
  };
  const Settings settings{.max_steps = 5'000, .endless = true, .max_heat = 4'000};
  EXPECT_NE(run_once(told, 1, {.settings = settings}).text().find("for more than 4000 steps"), std::string::npos);
}

TEST(Liveness, FaultsThatNeverStopSayNothing) {
  const SayingTest lossy = [](std::string&) {
    watch<Answered>();
    spawn("client", [] {
      send(self(), Request{});
      while (fault()) send(self(), Tick{}), receive<Tick>();
      send(self(), Ack{});
    });
  };
  const Settings settings{.max_steps = 3'000, .endless = true};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_EQ(run_once(lossy, seed, {.settings = settings}).text(), "");
}

TEST(Liveness, AfterTheFaultsItMustConverge) {
  const auto test = [](bool converges) {
    return [converges](std::string&) {
      watch<Answered>();
      const Pid client = spawn("client", [converges] {
        send(self(), Request{});
        receive<Request>();
        bool lost = false;
        for (;;) {
          send(self(), Tick{}), receive<Tick>();
          lost |= fault();
          if (!fault() && (converges || !lost)) send(self(), Ack{}), receive<Ack>();
        }
      });
      for (int i = 0; i < 30; ++i) send(client, 7);
      stop_faults();
    };
  };
  const Settings settings{.max_steps = 20'000, .endless = true, .max_heat = 5'000};
  int stuck = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(run_once(test(true), seed, {.settings = settings}).text(), "");
    stuck += run_once(test(false), seed, {.settings = settings}).outcome.failure.has_value();
  }
  EXPECT_GE(stuck, 10) << "unless no fault struck in time";
}

// Timers that may fire at any point, so often and no more.
TEST(EarlyTimers, HaveABudget) {
  const auto seen = [](std::uint64_t budget) {
    return outcomes(
        [](std::string& said) {
          const Pid test = self();
          for (int i = 0; i < 2; ++i) send_after(1s, test, Tick{});
          for (int i = 0; i < 2; ++i) spawn("worker", [test] { send(test, Request{}); });
          for (int i = 0; i < 4; ++i) receive(on<Tick>([&] { said += 't'; }), on<Request>([&] { said += 'r'; }));
        },
        400, {.time = TimeMode::any_time, .early_timers = budget});
  };
  EXPECT_EQ(seen(1), (Texts{"trrt", "rtrt", "rrtt"}));
  EXPECT_EQ(seen(0), Texts{"rrtt"});
  EXPECT_EQ(seen(kNoLimit), (Texts{"ttrr", "trtr", "trrt", "rttr", "rtrt", "rrtt"}));
}

// Messages on their way are none, and arrive: also when the last early timer has gone.
TEST(EarlyTimers, LeaveMessagesAlone) {
  const auto seen = [](std::uint64_t budget) {
    return outcomes(
        [](std::string& said) {
          const Pid test = self();
          send_after(1s, test, Tick{});
          for (int i = 0; i < 2; ++i) spawn("worker", [test] { send(test, Request{}); });
          for (int i = 0; i < 3; ++i) receive(on<Tick>([&] { said += 't'; }), on<Request>([&] { said += 'r'; }));
        },
        400, {.time = TimeMode::any_time, .delivery = Delivery::unordered, .early_timers = budget});
  };
  EXPECT_EQ(seen(1), (Texts{"trr", "rtr", "rrt"}));
  EXPECT_EQ(seen(0), Texts{"rrt"});
}

// Answers when its clock has ticked often enough in a row.
class Patient final : public Machine {
 public:
  Patient() {
    only_.entry([this] {
      send(self(), Request{});
      start_periodic_timer(1s, 1s, Tick{});
      start_periodic_timer(100s, 100s, Disturb{});
    });
    only_.ignore<Request>().on<Disturb>([this] { ticks_ = 0; }).on<Tick>([this] {
      if (++ticks_ < 50) return;
      send(self(), Ack{});
      halt();
    });
    start_in(only_);
  }
  void fingerprint(Fingerprint& print) const override { print.add(ticks_); }

 private:
  struct Disturb {};
  State only_ = state("Only");
  int ticks_ = 0;
};

// Nobody runs in circles of early timers for ever.
TEST(EarlyTimers, ThatAreUsedUpMakeNoLasso) {
  const SayingTest test = [](std::string&) {
    watch<Answered>();
    monitor(spawn<Patient>("patient"));
    receive<Down>();
  };
  const Settings settings{
      .max_steps = 20'000, .time = TimeMode::any_time, .early_timers = 3'000, .endless = true, .max_heat = 15'000};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) EXPECT_EQ(run_once(test, seed, {.settings = settings}).text(), "");
}

}  // namespace
}  // namespace heddle
