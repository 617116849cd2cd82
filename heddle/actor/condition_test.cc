// The condition of a receive is the receiver's, whoever happens to ask it: a sender, or an analysis when the trial is
// over.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/node.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Order {
  Pid to;
  int n;
};
struct Done {
  int n;
};

TEST(Condition, IsAskedInTheReceiversName) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid worker = spawn(b, "worker", [test = self(), b] {
                const Order order = receive<Order>([b](const Order& o) { return o.to == self() && this_node() == b; });
                send(test, Done{order.n});
              });
              spawn("boss", [worker] {
                send(worker, Order{Pid{}, 1});
                send(worker, Order{worker, 2});
              });
              said = std::to_string(receive<Done>().n);
            }),
            Texts{"2"});
}

TEST(Condition, IsAskedInTheReceiversNameByAnalysesToo) {
  const auto two_senders = [](std::string&) {
    for (int i = 0; i < 2; ++i) spawn("sender", [test = self(), i] { send(test, Order{test, i}); });
    sleep(1ms);
    for (int i = 0; i < 2; ++i) receive<Order>([](const Order& order) { return order.to == self(); });
  };
  EXPECT_EQ(races_of(two_senders), std::vector<std::string>{"send/send"});
}

TEST(Condition, ThatThrowsThrowsInTheReceive) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn("sender", [test = self()] {
                try {
                  send(test, Done{1});
                } catch (...) {
                  fail("a send has nothing to do with the receiver's condition");
                }
              });
              try {
                receive<Done>([](const Done&) -> bool { throw std::out_of_range("no"); });
              } catch (const std::out_of_range&) {
                said = "caught";
              }
              said += std::to_string(receive<Done>().n);  // it is still there
            }),
            Texts{"caught1"});
}

TEST(Condition, ThatFailsFailsInTheReceiver) {
  const Ran ran = run_once([](std::string&) {
    const Pid receiver = spawn("receiver", [] {
      receive<Done>([](const Done& done) {
        check(done.n != 1, "a bad one");
        return true;
      });
    });
    send(receiver, Done{1});
  });
  ASSERT_TRUE(ran.outcome.failure);
  EXPECT_EQ(ran.outcome.failure->message, "a bad one");
  EXPECT_EQ(ran.outcome.failure->task, "receiver");
}

TEST(Condition, MayFailOnceAndStillWaitForTheNext) {
  EXPECT_EQ(outcomes([](std::string& said) {
              spawn("sender", [test = self()] {
                for (int n : {1, 2}) send(test, Done{n});
              });
              int asked = 0;
              const Done done = receive<Done>([&asked](const Done& d) {
                if (++asked == 1) throw std::runtime_error("only the first time, in whosever name");
                return d.n == 2;
              });
              said = std::to_string(done.n);
            }).count("2"),
            1u);
}

// A sender that asks cannot catch it for good, nor can the condition itself.
TEST(Condition, ThatCatchesItsOwnFailureFailsAllTheSame) {
  const SayingTest test = [](std::string&) {
    const Pid worker = spawn("worker", [] {
      receive<Done>([](const Done& done) {
        try {
          check(done.n != 1, "one");
        } catch (...) {
        }
        return true;
      });
    });
    sleep(1s);
    send(worker, Done{1});
  };
  EXPECT_EQ(outcomes(test), Texts{"assertion: one"});
}

}  // namespace
}  // namespace heddle
