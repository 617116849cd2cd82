// Machines that wait: for nothing to do, for an answer, for a timer.
#include <gtest/gtest.h>

#include "heddle/actor/timer.h"
#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/machine/machine.h"
#include "tests/support/recorder.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

class Spinner final : public Recorder {
 public:
  explicit Spinner(std::string* said) : Recorder(said) {
    only_.when_idle([this] {
      say("idle");
      if (++idle_ == 3) halt();
    });
    only_.on<A>(says("A"));
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  int idle_ = 0;
};

TEST(Machine, IdleRacesWithSenders) {
  const Texts all = outcomes([](std::string& said) { send(spawn<Spinner>("machine", &said), A{}); });
  EXPECT_EQ(all, (Texts{"A idle idle idle", "idle A idle idle", "idle idle A idle", "idle idle idle"}));
}

struct Ask {
  Pid from;
};
struct Answer {
  int n;
};

class Asker final : public Recorder {
 public:
  explicit Asker(std::string* said) : Recorder(said) {
    only_.on<Ask>([this](const Ask& ask) {
      send(ask.from, Ask{self()});
      const Answer answer = receive<Answer>();  // whatever else comes meanwhile waits
      say("answer" + std::to_string(answer.n));
    });
    only_.on<A>(says("A"));
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

TEST(Machine, ReceivesInsideAHandler) {
  std::string said;
  const Ran ran = run_once([&](std::string&) {
    const Pid machine = spawn<Asker>("machine", &said);
    send(machine, Ask{self()});
    const Ask ask = receive<Ask>();
    send(ask.from, A{});
    send(ask.from, Answer{3});
  });
  EXPECT_EQ(failure_of(ran), "none");
  EXPECT_EQ(said, "answer3 A");
}

class Patient final : public Recorder {
 public:
  explicit Patient(std::string* said) : Recorder(said) {
    only_.on<A>(&Patient::wait).on<B>([this]() -> Async<> {
      say("B");
      co_return;
    });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  Async<> wait(const A& a) {
    say("A");
    co_await async::sleep(5s);
    say("waited" + std::to_string(a.n));
  }
};

TEST(Machine, HandlersMayBeCoroutines) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid machine = spawn<Patient>("machine", &said);
              send(machine, A{7});
              send(machine, B{});
              sleep(1min);
            }),
            Texts{"A waited7 B"});
}

class Clocked final : public Recorder {
 public:
  Clocked(std::string* said, bool stop) : Recorder(said) {
    only_.entry([this] {
      once_ = start_timer(5s, A{1});
      often_ = start_periodic_timer(1s, 2s, B{});
    });
    only_.on<A>([this, stop] {
      say("A");
      if (stop) stop_timer(often_);
    });
    only_.on<B>([this] {
      say("B");
      if (++count_ == 4) halt();
    });
    only_.on<C>([this] { stop_timer(once_); });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
  MachineTimer once_, often_;
  int count_ = 0;
};

TEST(Machine, Timers) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn<Clocked>("machine", &said, false);
              sleep(1min);
            }),
            (Texts{"B B A B B", "B B B A B"}));
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn<Clocked>("machine", &said, true);
              sleep(1min);
            }),
            (Texts{"B B A", "B B B A"}));
}

class ManyTimers final : public Machine {
 public:
  explicit ManyTimers(int count) {
    only_.on<A>([this, count] {
      for (int i = 0; i < count; ++i) start_timer(1h, B{});
    });
    start_in(only_);
  }

 private:
  State only_ = state("Only");
};

// The records of all timers move when there are more than ever before, in this trial or an earlier one: so there are
// more from run to run. (A sanitizer sees every mistake about it, others some.)
TEST(Machine, StopsATimerWhileOthersStartTheirs) {
  for (int run = 1; run <= 12; ++run) {
    const auto seed = static_cast<std::uint64_t>(run);
    EXPECT_EQ(run_once(
                  [run](std::string& said) {
                    const Pid machine = spawn<Clocked>("machine", &said, true);
                    const Pid other = spawn<ManyTimers>("other", 1 << run);
                    send(machine, C{});
                    send(other, A{});
                    sleep(6s);
                  },
                  seed)
                  .text(),
              "B B B");
  }
}

TEST(Machine, AStoppedTimerIsNotHeardAnyMore) {
  // At five seconds the timer fires, or is stopped, or both: then what it sent is gone.
  const Texts all = outcomes([](std::string& said) {
    const Pid machine = spawn<Clocked>("machine", &said, false);
    sleep(5s);
    send(machine, C{});
    sleep(1min);
  });
  EXPECT_TRUE(all.contains("B B B B")) << "stopped in time";
  EXPECT_TRUE(all.contains("B B A B B"));
}

}  // namespace
}  // namespace heddle::testing
