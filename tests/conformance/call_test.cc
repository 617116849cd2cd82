// Conformance: call, reply, cast and the server loop.
#include <gtest/gtest.h>

#include <string>

#include "heddle/actor/call.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/server.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

struct Read {
  using Reply = int;
};
struct Touch {
  using Reply = void;
};
struct Add {
  int n = 0;
};
struct Plain {};

void counter() {
  daemon();
  int total = 0;
  ServerLoop server;
  server.on_call<Read>([&](const Read&) { return total; });
  server.on_call<Touch>([&](const Touch&) { ++total; });
  server.on_cast<Add>([&](const Add& add) { total += add.n; });
  server.run();
}

template <class Request>
std::string try_call(Pid server, Request request, Duration timeout = kCallTimeout) {
  try {
    return std::to_string(call(server, request, timeout));
  } catch (const CallFailed& failed) {
    return failed.reason().text;
  }
}

TEST(Call, AnswersInTheOrderOfArrival) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", counter);
    spawn("adder", [=] { cast(server, Add{1}); });
    outcome("{}", call(server, Read{}));
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(Call, ByNameAndWithoutAValue) {
  const Exploration found = enumerate([] {
    register_name("counter", spawn("server", counter));
    call("counter", Touch{});
    cast("counter", Add{2});
    cast("nobody", Add{2});
    outcome("{}", call("counter", Read{}));
  });
  EXPECT_EQ(found.outcomes, Texts{"3"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Call, TwoCallersAreServedInEitherOrder) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      daemon();
      for (int i = 1; i <= 2; ++i)
        receive(on<Call<Read>>([i](const Call<Read>& c) { reply(c.from, i); }));
    });
    for (int i = 1; i <= 2; ++i) spawn("caller", [=] { outcome("{}:{}", i, call(server, Read{}, kForever)); });
  });
  EXPECT_EQ(found.outcomes, (Texts{"1:1, 2:2", "1:2, 2:1"}));
}

TEST(Call, ToTheDeadAndToTheDying) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {});
    outcome(try_call(server, Read{}));
  });
  EXPECT_EQ(found.outcomes, (Texts{"noproc", "normal"}));
  EXPECT_EQ(found.classes(), 2u);  // monitored before its end or after
}

TEST(Call, TheServerDiesOfTheRequest) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      receive<Call<Read>>();
      exit("broken");
    });
    outcome(try_call(server, Read{}));
  });
  EXPECT_EQ(found.outcomes, Texts{"broken"});
}

TEST(Call, AnsweredAndThenDeadIsAnswered) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] { reply(receive<Call<Read>>().from, 5); });
    outcome(try_call(server, Read{}));
    outcome("{} left", mailbox_length());
  });
  EXPECT_EQ(found.outcomes, Texts{"0 left, 5"});
}

TEST(Call, TimesOutOnlyWhenNothingElseCanRun) {
  const auto program = [] {
    const Pid server = spawn("server", counter);
    outcome(try_call(server, Read{}, 1s));
    outcome("{} left", mailbox_length());
  };
  EXPECT_EQ(enumerate(program).outcomes, Texts{"0, 0 left"});
  EXPECT_EQ(enumerate(program, any_time()).outcomes, (Texts{"0, 0 left", "0 left, timeout"}));
}

// Whether a late answer is lost or comes and is removed, nobody can tell: given up on, the call has one order, whatever
// the server does with it then.
TEST(Call, ALateAnswerIsLost) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      daemon();
      const auto c = receive<Call<Read>>();
      receive<Plain>();
      reply(c.from, 5);
    });
    outcome(try_call(server, Read{}, 0s));
    send(server, Plain{});
    outcome(receive<Plain>(1s) ? "more" : "silent");
    outcome("{} left", mailbox_length());
  });
  EXPECT_EQ(found.outcomes, Texts{"0 left, silent, timeout"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(Call, ALateAnswerRacesWithNothingThatComesAfterTheCall) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Pid server = spawn("server", [] {
      daemon();
      reply(receive<Call<Read>>().from, 5);
    });
    const std::string answer = try_call(server, Read{}, 0s);
    spawn("sender", [=] { send(test, Plain{}); });
    outcome(answer);
    receive(on_any([](const AnyMessage& m) { outcome(std::string(m.get_if<Plain>() ? "plain" : "other")); }));
  });
  EXPECT_EQ(found.outcomes, (Texts{"5, plain", "plain, timeout"}));
}

TEST(Call, ToOneself) {
  EXPECT_EQ(enumerate([] { outcome(try_call(self(), Read{})); }).outcomes, Texts{"calling_self"});
}

TEST(Reply, LaterAndByAnother) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      daemon();
      ServerLoop loop;
      loop.on_call_later<Read>([](const Read&, From<int> from) { spawn("helper", [=] { reply(from, 7); }); });
      loop.run();
    });
    outcome("{}", call(server, Read{}));
  });
  EXPECT_EQ(found.outcomes, Texts{"7"});
}

TEST(Server, StopsAfterWhatIsInItsMailbox) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      int total = 0;
      ServerLoop loop;
      loop.on_cast<Add>([&](const Add& add) { total += add.n; });
      loop.run();
      outcome("{}", total);
    });
    cast(server, Add{1});
    stop_server(server);
    cast(server, Add{2});
    outcome(is_alive(server) ? "alive" : "dead");
  });
  EXPECT_EQ(found.outcomes, Texts{"1, dead"});
}

TEST(Server, UnknownMessagesAreFailuresUnlessIgnored) {
  const auto program = [](bool ignore) {
    return [=] {
      const Pid server = spawn("server", [=] {
        ServerLoop loop;
        if (ignore) loop.ignore_unknown();
        loop.run();
      });
      send(server, Plain{});
      if (ignore) stop_server(server);
      outcome("fine");
    };
  };
  EXPECT_EQ(enumerate(program(true)).outcomes, Texts{"fine"});
  const Texts strict = enumerate(program(false)).outcomes;
  ASSERT_EQ(strict.size(), 1u);
  EXPECT_TRUE(strict.begin()->starts_with("unhandled message: server has no handler for")) << *strict.begin();
}

TEST(Server, IdleOnlyWhenNothingComes) {
  const Exploration found = enumerate([] {
    const Pid server = spawn("server", [] {
      daemon();
      ServerLoop loop;
      loop.on_idle(2s, [&] {
        outcome("idle at {}", std::chrono::duration_cast<std::chrono::seconds>(now()).count());
        loop.stop();
      });
      loop.on_cast<Add>([](const Add&) {});
      loop.run();
    });
    sleep(1s);
    cast(server, Add{1});
    sleep(5s);
  });
  EXPECT_EQ(found.outcomes, Texts{"idle at 3"});
}

// Whether the server's end is told to the caller depends on whether the call is over by then.
TEST(Call, AnswersThatTravel) {
  Settings settings;
  settings.delivery = Delivery::fifo;
  const auto test = [](Duration timeout) {
    return [timeout] {
      const Pid server = spawn("server", [] {
        receive(on<Call<Read>>([](const Call<Read>& call) { reply(call.from, 1); }));
      });
      outcome(try_call(server, Read{}, timeout));
    };
  };
  EXPECT_EQ(enumerate(test(1s), settings).outcomes, Texts{"1"});
  enumerate(test(0s), settings);
}

}  // namespace
}  // namespace heddle::testing
