#include "heddle/actor/receive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "heddle/actor/actor.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct A {
  int n;
};
struct B {
  int n;
};

void send_all(Pid to, std::initializer_list<int> numbers) {
  for (int n : numbers) send(to, A{n});
}

TEST(Receive, TakesTheOldestOfItsType) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), A{1});
              send(self(), B{2});
              send(self(), A{3});
              said += std::to_string(receive<B>().n);
              said += std::to_string(receive<A>().n);
              said += std::to_string(receive<A>().n);
            }),
            Texts{"213"});
}

TEST(Receive, PredicatesSkipAndKeepTheOrderOfTheRest) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_all(self(), {1, 2, 3, 4});
              said += std::to_string(receive<A>([](const A& a) { return a.n == 3; }).n);
              for (int i = 0; i < 3; ++i) said += std::to_string(receive<A>().n);
            }),
            Texts{"3124"});
}

TEST(Receive, TakesTheLastOfTheMailbox) {  // and what comes next is appended properly
  EXPECT_EQ(outcomes([](std::string& said) {
              send_all(self(), {1, 2});
              said += std::to_string(receive<A>([](const A& a) { return a.n == 2; }).n);
              send_all(self(), {3});
              for (int i = 0; i < 2; ++i) said += std::to_string(receive<A>().n);
            }),
            Texts{"213"});
}

struct WaitsWhenDestroyed {
  std::string& said;
  ~WaitsWhenDestroyed() { said += receive<A>(1h) ? "message" : "nothing"; }
};

TEST(Receive, ADestructorThatWaitsInAnUnwindingGetsNothingWhenItsActorIsKilled) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid actor = spawn("actor", [&said] {
                try {
                  WaitsWhenDestroyed waits{said};
                  throw 1;
                } catch (int) {
                }
              });
              exit(actor, kKill);
            }),
            Texts{"nothing"});
}

TEST(Receive, TheFirstCaseThatFitsWins) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_all(self(), {1, 2});
              for (int i = 0; i < 2; ++i)
                said += receive(on<A>([](const A& a) { return a.n == 2; }, [](const A&) { return std::string("two"); }),
                                on<A>([](const A& a) { return "some" + std::to_string(a.n); })) +
                        " ";
            }),
            Texts{"some1 two "});
}

TEST(Receive, WokenByTheFittingMessageOnly) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] {
                send(test, B{1});
                send(test, A{2});
                send(test, B{3});
              });
              said += std::to_string(receive<A>().n);
              for (int i = 0; i < 2; ++i) said += std::to_string(receive<B>().n);
            }),
            Texts{"213"});
}

TEST(Receive, HandlersReturnACommonType) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), B{7});
              const double got = receive(on<A>([](const A& a) { return a.n; }), on<B>([](const B& b) { return b.n / 2.0; }),
                                         after(1s, [] { return -1; }));
              said = fmt::format("{}", got);
            }),
            Texts{"3.5"});
}

TEST(Receive, HandlersMayTakeNothing) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), A{1});
              receive(on<A>([&] { said = "heard"; }));
            }),
            Texts{"heard"});
}

TEST(Receive, MoveOnlyMessagesReachHandlersWhole) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), std::make_unique<int>(5));
              send(self(), std::make_unique<int>(6));
              using P = std::unique_ptr<int>;
              receive(on<P>([](const P& p) { return *p == 6; }, [&](P&& p) { said += std::to_string(*p); }));
              const P rest = receive<P>([](const P& p) { return *p == 5; });
              said += std::to_string(*rest);
            }),
            Texts{"65"});
}

TEST(Receive, AnythingSeesTypeAndText) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), B{4});
              receive(on<A>([&](const A&) { said = "A"; }), on_any([&](const AnyMessage& any) {
                        said = fmt::format("{} {} {}", any.type(), any.text(), any.get_if<B>()->n);
                      }));
            }),
            Texts{"B B{4} 4"});
}

TEST(Receive, NestedInAHandler) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), A{1});
              send(self(), B{2});
              receive(on<A>([&](const A& a) {
                const B b = receive<B>();
                said = std::to_string(a.n) + std::to_string(b.n);
              }));
            }),
            Texts{"12"});
}

// --- time-outs ---

TEST(After, ZeroRacesWithSenders) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] { send(test, A{1}); });
              said = receive<A>(0s) ? "came" : "nothing";
            }),
            (Texts{"came", "nothing"}));
}

TEST(After, ZeroTakesWhatIsThere) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send(self(), A{1});
              said = receive<A>(0s) ? "came" : "nothing";
            }),
            Texts{"came"});
}

TEST(After, TimeStandsStillWhileAnybodyCanRun) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] { send(test, A{1}); });
              said = receive<A>(1ns) ? "came" : "nothing";
            }),
            Texts{"came"});
}

TEST(After, EqualDeadlinesGoInAnyOrder) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] {
                sleep(1s);
                send(test, A{1});
              });
              said = receive<A>(1s) ? "came" : "nothing";
            }),
            (Texts{"came", "nothing"}));
}

TEST(After, EarlierDeadlinesComeFirst) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              spawn("sender", [=] {
                sleep(999ms);
                send(test, A{1});
              });
              said = receive<A>(1s) ? "came" : "nothing";
              said += now() == 999ms ? " at 999ms" : " late";
            }),
            Texts{"came at 999ms"});
}

TEST(After, AnyTimeModeLetsThemFireEarly) {
  Settings settings;
  settings.time = TimeMode::any_time;
  EXPECT_EQ(outcomes(
                [](std::string& said) {
                  const Pid test = self();
                  spawn("sender", [=] { send(test, A{1}); });
                  said = receive<A>(1h) ? "came" : "nothing";
                },
                300, settings),
            (Texts{"came", "nothing"}));
}

TEST(Receive, AConditionOnlyLooks) {
  const SayingTest test = [](std::string&) {
    const Pid receiver = spawn("receiver", [] {
      receive<A>([](const A&) {
        sleep(std::chrono::seconds(1));
        return true;
      });
    });
    send(receiver, A{});
  };
  EXPECT_EQ(run_once(test).text(),
            "misuse: waiting inside a monitor, or in the condition of a receive: these only watch");
}

// Not even if there is something to take: it would be gone, or not be where the receive that asks is looking.
TEST(Receive, AConditionReceivesNothing) {
  const SayingTest test = [](std::string&) {
    const Pid receiver = spawn("receiver", [] {
      receive<A>([](const A& a) {
        receive<A>();
        return a.n == 2;
      });
    });
    send(receiver, A{1});
    send(receiver, A{2});
  };
  const std::string said = "misuse: receive inside a monitor, or in the condition of a receive: these only watch";
  EXPECT_EQ(outcomes(test), Texts{said});
}

// Wherever else it stands, a receive does not compile, and says why.
static_assert(detail::after_is_last<detail::OnCase<A, detail::Always, int>, detail::AfterCase<int>>());
static_assert(!detail::after_is_last<detail::AfterCase<int>, detail::OnCase<A, detail::Always, int>>());

TEST(After, PastTheLimitNeverFires) {
  const Ran ran = run_once([](std::string&) { static_cast<void>(receive<A>(std::chrono::hours(100))); });
  ASSERT_TRUE(ran.outcome.failure);
  EXPECT_EQ(ran.outcome.failure->kind, FailureKind::time_limit);
  EXPECT_NE(ran.text().find("--max-time"), std::string::npos) << ran.text();
}

TEST(After, AloneIsASleep) {
  EXPECT_EQ(run_once([](std::string& said) {
              receive(after(2s, [&] { said = "slept"; }));
              said += now() == 2s ? " 2s" : "";
            }).text(),
            "slept 2s");
}

// --- flush, length ---

TEST(Flush, RemovesOneTypeOrAll) {
  EXPECT_EQ(outcomes([](std::string& said) {
              send_all(self(), {1, 2});
              send(self(), B{3});
              said += std::to_string(flush<A>());
              said += std::to_string(mailbox_length());
              send_all(self(), {4, 5});
              said += std::to_string(flush());
              said += std::to_string(mailbox_length());
            }),
            Texts{"2130"});
}

TEST(MailboxLength, RacesWithSenders) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid test = self();
              for (int i = 0; i < 2; ++i) spawn("sender", [=] { send(test, A{1}); });
              said = std::to_string(mailbox_length());
            }),
            (Texts{"0", "1", "2"}));
}

// --- who races with whom: two sends only if some receive could tell ---

std::ptrdiff_t races_between_sends(const SayingTest& test) {
  const std::vector<std::string> races = races_of(test);
  return std::count(races.begin(), races.end(), "send/send");
}

TEST(Races, SendsOfWhichEitherCouldBeTaken) {
  EXPECT_EQ(races_between_sends([](std::string&) {
              const Pid test = self();
              for (int i = 0; i < 2; ++i) spawn("sender", [=] { send(test, A{i}); });
              receive<A>();
              receive<A>();
            }),
            1);
}

TEST(Races, NotWhenThePatternTellsThemApart) {
  EXPECT_EQ(races_between_sends([](std::string&) {
              const Pid test = self();
              for (int i = 0; i < 2; ++i) spawn("sender", [=] { send(test, A{i}); });
              for (int i = 0; i < 2; ++i) receive<A>([i](const A& a) { return a.n == i; });
            }),
            0);
}

TEST(Races, RefsInPatternsCountAsValues) {
  EXPECT_EQ(races_between_sends([](std::string&) {
              struct Tagged {
                Ref ref;
              };
              for (int i = 0; i < 300; ++i) spawn("crowd", [] {});  // high task numbers must not look like pointers
              const Pid asker = spawn("asker", [] {
                const Pid me = self();
                const Ref refs[] = {make_ref(), make_ref()};
                for (const Ref ref : refs) spawn("sender", [=] { send(me, Tagged{ref}); });
                for (const Ref ref : refs) receive<Tagged>([ref](const Tagged& t) { return t.ref == ref; });
              });
              monitor(asker);
              receive<Down>();
            }),
            0);
}

#if __has_builtin(__builtin_clear_padding)

struct Condition {
  int n;  // between this and the next, four bytes that are nobody's
  std::uint64_t more[8];
};

TEST(Conditions, HoldAPointerOnlyWhereTheyHoldSomething) {
  alignas(Condition) unsigned char memory[sizeof(Condition)] = {};
  Condition& condition = *new (memory) Condition;
  const std::uint64_t looks_like_one = 0x7ffc'0000'0001;
  std::memcpy(memory, &looks_like_one, sizeof looks_like_one);
  asm volatile("" : "+m"(memory));
  EXPECT_EQ(condition.n, 1);
  EXPECT_FALSE(detail::may_hold_pointer(condition));
  condition.more[3] = looks_like_one;
  EXPECT_TRUE(detail::may_hold_pointer(condition));
}

#endif

}  // namespace
}  // namespace heddle
