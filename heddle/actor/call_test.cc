#include "heddle/actor/call.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "heddle/actor/node.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/server.h"
#include "heddle/actor/timer.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Read {
  using Reply = int;
};
struct Add {
  int n;
};
struct Reset {
  using Reply = void;
};
struct Go {};
static_assert(std::is_same_v<detail::Reply<Read>, int>);
static_assert(std::is_void_v<detail::Reply<Go>>);  // call() is there, to say that this is no request

void counter() {
  int total = 0;
  ServerLoop server;
  server.on_call<Read>([&](const Read&) { return total; });
  server.on_call<Reset>([&](const Reset&) { total = 0; });
  server.on_cast<Add>([&](const Add& add) { total += add.n; });
  server.on_info<Go>([&](const Go&) { server.stop("told to"); });
  server.run();
}

std::string why_failed(auto&& f) {
  try {
    f();
    return "answered";
  } catch (const CallFailed& e) {
    return e.reason().text;
  }
}

// --- call ---

TEST(Call, GetsItsAnswer) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              cast(c, Add{2});
              said = std::to_string(call(c, Read{}));
              call(c, Reset{});
              said += std::to_string(call(c, Read{}));
              check(mailbox_length() == 0, "{} messages left", mailbox_length());
            }),
            Texts{"20"});
}

TEST(Call, OthersCastsRaceWithIt) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              for (int n : {1, 2}) spawn("adder", [=] { cast(c, Add{n}); });
              said = std::to_string(call(c, Read{}));
            }),
            (Texts{"0", "1", "2", "3"}));
}

TEST(Call, ByName) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              register_name("counter", c);
              cast(Name{"counter"}, Add{3});
              said = std::to_string(call(Name{"counter"}, Read{}));
              cast(Name{"nobody"}, Add{3});  // lost
              said += " " + why_failed([] { call(Name{"nobody"}, Read{}); });
            }),
            Texts{"3 noproc"});
}

TEST(Call, TakesTheOperationsThatGenServerDoes) {
  const Ran ran = run_once(
      [](std::string&) {
        register_name("counter", spawn("counter", counter));
        call(Name{"counter"}, Read{});
      },
      1, {.observe = true});
  EXPECT_EQ(ran.story,
            "test spawn [] counter\n"
            "test register [name counter] counter as counter\n"
            "test where is? [name counter] counter: counter\n"
            "test monitor [counter] counter\n"
            "test send [mailbox of counter] call Read{} to counter\n"
            "counter receive [mailbox of counter] call Read{}\n"
            "counter reply [mailbox of test] answer 0 to test\n"
            "test receive [mailbox of test] answer 0\n"
            "test demonitor [counter] counter\n"
            "test exit [test] normal\n");
}

TEST(Call, FailsWhenTheServerIsOrGetsDead) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              spawn("killer", [=] { exit(c, "boom"); });
              said = why_failed([&] { call(c, Read{}); });
              said += " " + why_failed([&] {
                sleep(1s);
                call(c, Read{});
              });
              check(mailbox_length() == 0, "{} messages left", mailbox_length());
            }),
            (Texts{"answered noproc", "boom noproc", "noproc noproc"}));
}

TEST(Call, SaysWhoAndWhy) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Pid c = spawn("counter", [] { receive<Go>(); });
              try {
                call(c, Read{}, 100ms);
              } catch (const CallFailed& e) {
                said = e.what() + ("; " + e.server());
              }
            }).text(),
            "call Read to counter failed: timeout, no answer within 100 ms; counter");
}

TEST(Call, ALateAnswerIsLost) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid slow = spawn("slow", [] {
                const auto c = receive<Call<Read>>();
                sleep(1s);
                reply(c.from, 1);
                reply(c.from, 2);
              });
              said = why_failed([&] { call(slow, Read{}, 1s); });
              sleep(2s);
              check(mailbox_length() == 0, "{} messages left", mailbox_length());
            }),
            (Texts{"answered", "timeout"}));
}

TEST(Call, OneselfFails) {
  EXPECT_EQ(run_once([](std::string& said) { said = why_failed([] { call(self(), Read{}); }); }).text(), "calling_self");
}

TEST(Call, AcrossNodes) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Node b = start_node("b");
              const Pid c = spawn(b, "counter", counter);
              register_name("counter", c);
              const Name name{"counter", b};
              said = why_failed([&] { call(name, Read{}); });
              disconnect(this_node(), b);
              said += " " + why_failed([&] { call(c, Read{}); });
              connect(this_node(), b);
              stop_node(b);
              said += " " + why_failed([&] { call(name, Read{}); });
            }),
            Texts{"answered noconnection noconnection"});
}

TEST(Call, MoveOnlyRequestsAndAnswers) {
  struct Wrap {
    using Reply = std::unique_ptr<int>;
    std::unique_ptr<int> value;
  };
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid s = spawn("wrapper", [] {
                ServerLoop server;
                server.on_call<Wrap>([](const Wrap& w) { return std::make_unique<int>(*w.value + 1); });
                server.run();
              });
              said = std::to_string(*call(s, Wrap{std::make_unique<int>(4)}));
            }),
            Texts{"5"});
}

TEST(Call, FromADestructorOfTheDyingDoesNothing) {
  struct Unlock {
    using Reply = void;
  };
  struct Guard {
    Pid server;
    ~Guard() { call(server, Unlock{}); }
  };
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid s = spawn("locker", [] {
                ServerLoop server;
                server.on_call<Unlock>([](const Unlock&) {});
                server.run();
              });
              const auto [holder, ref] = spawn_monitor("holder", [s] {
                const Guard guard{s};
                receive<Go>();
              });
              exit(holder, kKill);
              said = receive<Down>().reason.text;
            }),
            Texts{"killed"});
}

// Answers to different callers do not race, nor do they with anything else in the mailbox.
TEST(Call, TaggedAnswersDoNotRace) {
  const auto races = races_of([](std::string&) {
    const Pid a = spawn("a", counter), b = spawn("b", counter), test = self();
    spawn("noise", [=] { send(test, Go{}); });
    call(a, Read{});
    call(b, Read{});
    receive<Go>();
  });
  for (const std::string& race : races) EXPECT_EQ(race.find("reply"), std::string::npos) << race;
}

// --- server loop ---

TEST(Server, AnswersLater) {  // a lock: whoever comes second waits
  struct Lock {
    using Reply = int;
  };
  struct Unlock {};
  const auto locker = [] {
    std::deque<From<int>> queue;
    int turn = 0;
    ServerLoop server;
    server.on_call_later<Lock>([&](const Lock&, const From<int>& from) {
      queue.push_back(from);
      if (queue.size() == 1) reply(from, ++turn);
    });
    server.on_cast<Unlock>([&](const Unlock&) {
      queue.pop_front();
      if (!queue.empty()) reply(queue.front(), ++turn);
    });
    server.run();
  };
  EXPECT_EQ(outcomes([&](std::string& said) {
              const Pid lock = spawn("locker", locker);
              int inside = 0;
              for (int i = 1; i <= 2; ++i)
                spawn_monitor("worker", [&, i] {
                  const int turn = call(lock, Lock{});
                  check(++inside == 1, "two inside");
                  said += fmt::format("{}:{} ", turn, i);
                  sleep(1s);
                  --inside;
                  cast(lock, Unlock{});
                });
              for (int i = 0; i < 2; ++i) receive<Down>();
            }),
            (Texts{"1:1 2:2 ", "1:2 2:1 "}));
}

TEST(Server, KnowsItsCaller) {
  struct Who {
    using Reply = std::string;
  };
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid s = spawn("server", [] {
                ServerLoop server;
                server.on_call<Who>([](const Who&, const From<std::string>& from) { return name_of(from.pid); });
                server.run();
              });
              said = call(s, Who{});
            }),
            Texts{"test"});
}

TEST(Server, StopsWithAReason) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              monitor(c);
              send(c, Go{});
              said = receive<Down>().reason.text;
            }),
            Texts{"told to"});
}

TEST(Server, AnswersBeforeItStops) {
  struct Quit {
    using Reply = int;
  };
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [s, ref] = spawn_monitor("server", [] {
                ServerLoop server;
                server.on_call<Quit>([&](const Quit&) {
                  server.stop();
                  return 1;
                });
                server.run();
              });
              said = std::to_string(call(s, Quit{}));
              said += receive<Down>().reason.text;
            }),
            Texts{"1normal"});
}

TEST(Server, StopServerWaitsForTheEnd) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid c = spawn("counter", counter);
              stop_server(c);
              said = is_alive(c) ? "alive" : "dead";
              said += " " + why_failed([&] { stop_server(c); });
            }),
            Texts{"dead noproc"});
}

TEST(Server, UnknownMessagesAreFailures) {
  struct Odd {
    using Reply = int;
    int n;
  };
  const auto run = [](auto ask) {
    return run_once([&](std::string&) {
             const Pid c = spawn("counter", counter);
             ask(c);
             sleep(1s);
           }).text();
  };
  EXPECT_EQ(run([](Pid c) { call(c, Odd{1}); }),
            "unhandled message: counter has no handler for call Odd{1} (add one, or ignore_unknown())");
  EXPECT_EQ(run([](Pid c) { cast(c, Odd{1}); }),
            "unhandled message: counter has no handler for cast Odd{1} (add one, or ignore_unknown())");
  EXPECT_EQ(run([](Pid c) { send(c, Odd{1}); }),
            "unhandled message: counter has no handler for Odd{1} (add one, or ignore_unknown())");
}

TEST(Server, UnlessTheyAreIgnored) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid s = spawn("server", [] {
                ServerLoop server;
                server.on_call<Read>([](const Read&) { return 1; });
                server.ignore_unknown().run();
              });
              send(s, Go{});
              said = std::to_string(call(s, Read{}));
              said += why_failed([&] { call(s, Reset{}); });
            }),
            Texts{"1timeout"});
}

TEST(Server, Idle) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const auto [s, ref] = spawn_monitor("server", [] {
                int left = 2;
                ServerLoop server;
                server.on_info<Go>([](const Go&) {});
                server.on_idle(1s, [&] {
                  if (--left == 0) server.stop();
                });
                server.run();
              });
              send_after(500ms, s, Go{});
              receive<Down>();
              said = std::to_string(now() / 1ms);
            }),
            Texts{"2500"});
}

}  // namespace
}  // namespace heddle
