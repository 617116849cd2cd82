// Tasks that still wait when their trial ends: whatever is on their stacks is destroyed, however they came to wait.
#include <gtest/gtest.h>

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/system.h"
#include "heddle/actor/table.h"
#include "heddle/actor/timer.h"
#include "heddle/strategy/random_walk.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Never {};

std::vector<int> notes;  // of one trial

struct Noted {
  int number;
  ~Noted() { notes.push_back(number); }
};

[[gnu::noinline]] int wait_deep(int depth) {
  if (depth == 0) {
    receive<Never>();
    return 0;
  }
  return wait_deep(depth - 1) + 1;  // not a tail call
}

[[gnu::noinline]] void wait_and_destroy(int number) {
  const Noted noted{number};
  wait_deep(0);
}

[[gnu::noinline]] void wait_and_handle(int number) {
  try {
    wait_deep(0);
  } catch (const TaskKilled&) {
    notes.push_back(number);
    throw;
  }
}

[[gnu::noinline]] void wait_and_handle_all(int number) {
  try {
    wait_deep(1);
  } catch (...) {
    notes.push_back(std::uncaught_exceptions() + number);
    throw;
  }
}

// A frame whose size is not known to the compiler, with more or less between two that are.
[[gnu::noinline]] int wait_in_growing_frame(int words) {
  auto* const memory = static_cast<volatile int*>(__builtin_alloca(static_cast<std::size_t>(words) * sizeof(int)));
  memory[0] = 1;
  wait_deep(0);
  return memory[0];
}

[[gnu::noinline]] void wait_above(int words, int number) {
  const Noted noted{number};
  wait_in_growing_frame(words);
}

// What it logs, the third time: by then, how each waits is known from earlier trials.
std::vector<int> logged(const std::function<void()>& test) {
  Trial trial;
  BoardMemory board;
  RandomWalk strategy;
  for (std::uint64_t n = 0; n < 3; ++n) {
    notes.clear();
    trial.run(test, strategy, {n, n}, board.board(), &ActorSystem::run_body);
  }
  return notes;
}

TEST(Unwinding, RunsDestructorsOfFramesThatWaitLikeOthers) {
  EXPECT_EQ(logged([] {
              spawn("quiet", [] { wait_deep(0); });
              spawn("destroys", [] { wait_and_destroy(1); });
              spawn("quiet, too", [] { wait_deep(0); });
              spawn("destroys, too", [] { wait_and_destroy(2); });
              for (int depth : {1, 2, 3, 40}) spawn("deep", [depth] { wait_deep(depth); });
            }),
            (std::vector{1, 2}));
}

TEST(Unwinding, RunsHandlers) {
  EXPECT_EQ(logged([] {
              spawn("quiet", [] { wait_deep(0); });
              spawn("handles", [] { wait_and_handle(1); });
              spawn("handles all", [] { wait_and_handle_all(2); });
            }),
            (std::vector{1, 2}));
}

TEST(Unwinding, DestroysWhatAnActorHas) {
  EXPECT_EQ(logged([] {
              auto noted = std::make_unique<Noted>(7);
              spawn("owner", [noted = std::move(noted)] { wait_deep(0); });
            }),
            (std::vector{7}));
}

TEST(Unwinding, TakesNoFrameForAnotherThatIsLargerThanBefore) {
  EXPECT_EQ(logged([] {
              for (int words : {1, 100, 10, 1'000}) {
                spawn("quiet", [words] { wait_in_growing_frame(words); });
                spawn("destroys", [words] { wait_above(words, words); });
              }
            }),
            (std::vector{1, 100, 10, 1'000}));
}

// --- ends in the middle of something ---

struct Go {};
struct News {};

// Says farewell when it is destroyed, wherever that is.
struct Farewell {
  Pid to;
  explicit Farewell(Pid whom) : to(whom) {}
  Farewell(Farewell&& other) noexcept : to(std::exchange(other.to, Pid{})) {}
  ~Farewell() {
    if (to) send(to, News{});
  }
};

// Whether there was news before an hour is over.
std::string heard() { return receive<News>(1h) ? "heard" : "nothing"; }

void end_it(Pid pid) {
  sleep(1s);
  exit(pid, "enough");
}

// What is captured says farewell if the actor comes to its end, as what is on its stack does, and not if it is ended.
TEST(Unwinding, WhatIsCapturedIsAsWhatIsOnTheStack) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn("ends", [bye = Farewell(self())] {});
              said = heard();
            }),
            Texts{"heard"});
  EXPECT_EQ(outcomes([](std::string& said) {
              end_it(spawn("waits", [bye = Farewell(self())] { receive<Go>(); }));
              said = heard();
            }),
            Texts{"nothing"});
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node node = start_node("n");
              spawn(node, "waits", [bye = Farewell(self())] { receive<Go>(); });
              sleep(1s);
              stop_node(node);
              said = heard();
            }),
            Texts{"nothing"});
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn("waits longer than the trial", [bye = Farewell(self())] { receive<Go>(); });
              spawn("starts never", [bye = Farewell(self())] {});
              said = "fine";
            }),
            Texts{"fine"});
}

// Also after those to whom they would say it.
TEST(Unwinding, WhatATableHoldsComesLast) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Table<int, std::shared_ptr<Farewell>> table("table");
              table.insert(1, std::make_shared<Farewell>(self()));
              table.erase(1);
              table.insert(2, std::make_shared<Farewell>(self()));
              said = heard();
            }),
            Texts{"heard"});
}

// A message that goes nowhere is nobody's, and whoever had it is no actor.
TEST(Unwinding, WhatIsOnItsWayIsNobodys) {
  using Shared = std::shared_ptr<Farewell>;
  for (const Delivery delivery : {Delivery::instant, Delivery::fifo}) {
    Settings settings;
    settings.delivery = delivery;
    EXPECT_EQ(outcomes(
                  [](std::string& said) {
                    const Pid gone = spawn("gone", [] {});
                    sleep(1s);
                    send_after(1s, gone, std::make_shared<Farewell>(self()));
                    send_after(2h, self(), std::make_shared<Farewell>(self()));
                    sleep(5s);
                    said = "fine";
                    receive<Shared>(0s);
                  },
                  100, settings),
              Texts{"fine"});
  }
}

// Whoever watches it hears of it, and its name is free.
void expect_an_end(const std::function<void()>& body) {
  EXPECT_EQ(outcomes([&](std::string& said) {
              const auto [pid, ref] = spawn_monitor("ended", [&] {
                register_name("leader");
                body();
              });
              end_it(pid);
              said = receive<Down>(1h) ? "down" : "nothing";
              said += whereis("leader") ? ", named" : "";
            }),
            Texts{"down"});
}

TEST(Unwinding, IsSwallowed) {
  expect_an_end([] {
    try {
      receive<Go>();
    } catch (...) {
    }
  });
}

TEST(Unwinding, DoesNothingAndFailsNowhere) {
  expect_an_end([] {
    struct Busy {
      ~Busy() {
        send("nobody", Go{});
        const Pid child = spawn_link("child", [] {});
        send(child, Go{});
        exit(child, kKill);
        unlink(child);
        monitor(child);
        const Node node = start_node("n");
        spawn(node, "there", [] {});
        stop_node(node);
      }
    };
    const Busy busy;
    receive<Go>();
  });
}

}  // namespace
}  // namespace heddle
