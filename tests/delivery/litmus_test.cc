// Small programs that tell the delivery models apart. Every count is by brute force; enumerate() also holds both
// searches against it.
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "heddle/actor/actor.h"
#include "heddle/actor/call.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/system.h"
#include "heddle/actor/timer.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

using Four = std::array<std::size_t, 4>;  // by Delivery

Settings under(Delivery delivery) {
  Settings settings;
  settings.delivery = delivery;
  return settings;
}

Four classes(const Program& program) {
  Four found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    SCOPED_TRACE(i);
    found[i] = enumerate(program, under(static_cast<Delivery>(i))).classes();
  }
  return found;
}

Texts outcomes(const Program& program, Delivery delivery) { return enumerate(program, under(delivery)).outcomes; }

// A task that ends without an operation, so that brute force has less to do.
Pid start(UniqueFunction body) { return Pid{Trial::current().spawn("task", std::move(body))}; }

// Says the numbers in the order in which they come.
void say_numbers(int count) {
  std::string said;
  for (int i = 0; i < count; ++i) said += std::to_string(receive<int>());
  outcome(said);
}

TEST(Delivery, OneSenderOneReceiver) {
  const Program program = [] {
    spawn([test = self()] {
      for (int i = 1; i <= 3; ++i) send(test, i);
    });
    say_numbers(3);
  };
  EXPECT_EQ(classes(program), (Four{1, 1, 1, 6}));
  EXPECT_EQ(outcomes(program, Delivery::fifo), (Texts{"123"}));
  EXPECT_EQ(outcomes(program, Delivery::unordered), (Texts{"123", "132", "213", "231", "312", "321"}));
}

TEST(Delivery, IndependentSenders) {
  const Program program = [] {
    for (int i = 1; i <= 3; ++i) spawn([test = self(), i] { send(test, i); });
    say_numbers(3);
  };
  EXPECT_EQ(classes(program), (Four{6, 6, 6, 6}));
}

TEST(Delivery, TwoSendersOfTwo) {
  const Program program = [] {
    for (int i = 1; i <= 2; ++i)
      spawn([test = self(), i] {
        send(test, i);
        send(test, i + 2);
      });
    say_numbers(4);
  };
  EXPECT_EQ(classes(program), (Four{6, 6, 6, 24}));  // 4! / (2! 2!), and 4!
}

// 1 is sent before 2, but by way of somebody else.
TEST(Delivery, ByWayOfAThird) {
  const Program program = [] {
    const Pid third = spawn([test = self()] {
      receive<char>();
      send(test, 2);
    });
    spawn([test = self(), third] {
      send(test, 1);
      send(third, 'x');
    });
    say_numbers(2);
  };
  EXPECT_EQ(classes(program), (Four{1, 1, 2, 2}));
  EXPECT_EQ(outcomes(program, Delivery::causal), (Texts{"12"}));
  EXPECT_EQ(outcomes(program, Delivery::fifo), (Texts{"12", "21"}));
}

// The same by birth, and by a timer: neither is a message, both tell of what was before.
TEST(Delivery, ByBirthOrTimer) {
  EXPECT_EQ(classes([] {
              spawn([test = self()] {
                send(test, 1);
                spawn([test] { send(test, 2); });
              });
              say_numbers(2);
            }),
            (Four{1, 1, 2, 2}));
  EXPECT_EQ(classes([] {
              const Pid third = spawn([test = self()] {
                receive<char>();
                send(test, 2);
              });
              spawn([test = self(), third] {
                send(test, 1);
                send_after(0s, third, 'x');
              });
              say_numbers(2);
            }),
            (Four{1, 1, 2, 2}));
}

// Nobody has told the sender of 2 about 1, even if that was sent before.
TEST(Delivery, TwoMailboxes) {
  const Program program = [] {
    const Pid other = spawn([test = self()] {
      receive<int>();
      send(test, 3);
    });
    spawn([test = self(), other] {
      send(other, 1);
      send(test, 2);
    });
    say_numbers(2);
  };
  EXPECT_EQ(classes(program), (Four{2, 2, 2, 2}));
}

// Instant: as if there were one mailbox for all, so that two receivers never disagree about who was first. Causal is
// weaker: there is no order of sends that all receivers agree with.
TEST(Delivery, TwoReceiversDisagree) {
  const Program program = [] {
    const auto reader = [](char name) {
      return [name] {
        const int first = receive<int>();
        outcome(name + std::to_string(first) + std::to_string(receive<int>()));
      };
    };
    const Pid a = start(reader('a')), b = start(reader('b'));
    start([a, b] {
      send(a, 1);
      send(b, 1);
    });
    start([a, b] {
      send(b, 2);
      send(a, 2);
    });
  };
  EXPECT_EQ(classes(program), (Four{3, 4, 4, 4}));
  EXPECT_FALSE(outcomes(program, Delivery::instant).contains("a21, b12"));
  EXPECT_TRUE(outcomes(program, Delivery::causal).contains("a21, b12"));
}

// What an actor sends to itself is there at once; others get in between at other places.
TEST(Delivery, ToOneself) {
  const Program program = [] {
    send(self(), 1);
    send(self(), 2);
    say_numbers(2);
  };
  EXPECT_EQ(classes(program), (Four{1, 1, 1, 1}));
}

TEST(Delivery, NothingIsLostAndTimeWaits) {
  for (Delivery delivery : {Delivery::causal, Delivery::fifo, Delivery::unordered})
    EXPECT_EQ(outcomes(
                  [] {
                    spawn([test = self()] { send(test, 1); });
                    outcome(receive<int>(1s) ? "came" : "timed out");
                  },
                  delivery),
              (Texts{"came"}));
}

// A last word and the news of the death are of one sender; only without any order the news comes first.
TEST(Delivery, NewsOfADeath) {
  const Program program = [] {
    spawn_monitor("child", [test = self()] { send(test, 1); });
    receive(on<int>([](int) { outcome("word first"); }), on<Down>([](const Down&) { outcome("news first"); }));
  };
  EXPECT_EQ(outcomes(program, Delivery::fifo), (Texts{"word first"}));
  EXPECT_EQ(outcomes(program, Delivery::unordered), (Texts{"word first", "news first"}));
}

TEST(Delivery, NodesThatStop) {
  const Program program = [] {
    const Node node = start_node("far");
    const Pid far = spawn(node, "far", [test = self()] { send(test, 1); });
    monitor(far);
    stop_node(node);
    const bool word = receive(on<int>([](int) { return true; }), on<Down>([](const Down&) { return false; }));
    outcome(word ? "word" : receive<int>(0s) ? "word after news" : "news");
  };
  EXPECT_EQ(outcomes(program, Delivery::instant), (Texts{"word", "news"}));
  EXPECT_EQ(outcomes(program, Delivery::fifo), (Texts{"word", "news"}));
  EXPECT_EQ(outcomes(program, Delivery::unordered), (Texts{"word", "news", "word after news"}));
}

struct Read {
  using Reply = int;
};

// An answer that comes after the call was given up is not found in the mailbox later, however late it is.
TEST(Delivery, LateAnswers) {
  for (std::size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    Settings settings = any_time();
    settings.delivery = static_cast<Delivery>(i);
    const Exploration found = enumerate(
        [] {
          const Pid server = spawn("server", [] { reply(receive<Call<Read>>().from, 7); });
          std::string said;
          try {
            said = std::to_string(call(server, Read{}, 1s));
          } catch (const CallFailed& failed) {
            said = failed.reason().text;
          }
          sleep(1s);
          Trial& trial = Trial::current();
          outcome(said + (ActorSystem::of(trial).actor(self()).first ? " and something" : ""));
        },
        settings);
    Texts expected{"7", "timeout"};
    if (i == 3) expected.insert("normal");  // its death came before its answer
    EXPECT_EQ(found.outcomes, expected);
  }
}

}  // namespace
}  // namespace heddle::testing
