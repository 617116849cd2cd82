// Time-outs, timers, names, life and death. In the programs with any_time() time is ignored, as in Concuerror: every
// time-out and timer may strike at any point.
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/registry.h"
#include "heddle/actor/timer.h"
#include "tests/oracles/oracle.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

void wait_for_ever() {
  daemon();
  receive<std::string>();
}

// --- time ---

std::function<Program(int)> receive_within(Duration time) {
  return [time](int n) -> Program {
    return [=] {
      const Pid test = self();
      for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(test, i); });
      outcome("{}", receive<int>(time).value_or(0));
    };
  };
}

void receive_one_of_two() {
  const Pid test = self();
  for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, i); });
  outcome("{}", receive<int>(0s, [](int v) { return v == 2; }).value_or(0));
}

void timer_and_cancel() {
  const Timer timer = send_after(1s, self(), 1);
  if (timer.cancel())
    outcome("cancelled");
  else
    outcome("fired {}", receive<int>());
}

void two_timers() {
  send_after(1s, self(), 1);
  send_after(2s, self(), 2);
  const int first = receive<int>();
  outcome("{}{}", first, receive<int>());
}

void dead_letter() {
  const Pid p = spawn("p", [] { outcome("{}", receive<int>(0s).value_or(0)); });
  send(p, 1);
}

std::vector<Oracle> time() {
  const auto one_more = sizes(1, 6, [](int n) { return static_cast<std::uint64_t>(n) + 1; });
  return {
      {.name = "after no time",
       .why = "N+1: the first message is any of N, or none comes in time",
       .program = receive_within(0s),
       .counts = one_more,
       .enumerate_to = 3,
       .telling = true,
       .settings = any_time()},
      {.name = "after some time",
       .why = "N+1",
       .program = receive_within(100s),
       .counts = one_more,
       .enumerate_to = 3,
       .telling = true,
       .settings = any_time()},
      {.name = "selective after",
       .why = "2: the other message does not matter",
       .program = fixed(receive_one_of_two),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"0", "2"}},
      {.name = "timer and cancel",
       .why = "2",
       .program = fixed(timer_and_cancel),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"cancelled", "fired 1"},
       .settings = any_time()},
      {.name = "two timers",
       .why = "2",
       .program = fixed(two_timers),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"12", "21"},
       .settings = any_time()},
      {.name = "dead letter",
       .why = "2: in time, or to somebody who no longer looks",
       .program = fixed(dead_letter),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"0", "1"}},
  };
}

// --- names ---

void ask(const char* name) { outcome(whereis(name) ? "found" : "nobody"); }

// The owner stays: it is an actor that waits, since the test's own end takes its names away.
void register_and_ask() {
  const Pid owner = spawn("owner", wait_for_ever);
  spawn("asker", [] { ask("n"); });
  register_name("n", owner);
}

void register_end_and_ask() {
  spawn("asker", [] { ask("n"); });
  register_name("n");
}

void register_and_send() {
  const Pid owner = spawn("owner", [] {
    daemon();
    outcome("{}", receive<int>());
  });
  spawn("sender", [] {
    try {
      send("n", 1);
    } catch (const NoSuchName&) {
      outcome("refused");
    }
  });
  register_name("n", owner);
}

Program register_the_same(int n) {
  return [n] {
    for (int i = 1; i <= n; ++i)
      spawn("child", [i] {
        if (register_name("n")) outcome("{}", i);
        wait_for_ever();
      });
  };
}

void unregister_and_ask_twice() {
  const Pid owner = spawn("owner", wait_for_ever);
  register_name("n", owner);
  for (int i = 0; i < 2; ++i) spawn("asker", [] { ask("n"); });
  unregister_name("n");
}

std::vector<Oracle> names() {
  return {
      {.name = "register and where is",
       .why = "2",
       .program = fixed(register_and_ask),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"found", "nobody"}},
      {.name = "register and end and where is",
       .why = "3: the name goes with its owner",
       .program = fixed(register_end_and_ask),
       .counts = once(3),
       .enumerate_to = 0,
       .outcomes = {"found", "nobody"}},
      {.name = "register and send by name",
       .why = "2",
       .program = fixed(register_and_send),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"1", "refused"}},
      {.name = "many register the same",
       .why = "N: one gets the name, and the others, refused, commute",
       .program = register_the_same,
       .counts = sizes(2, 6, [](int n) { return static_cast<std::uint64_t>(n); }),
       .enumerate_to = 3,
       .telling = true},
      {.name = "unregister and two where is",
       .why = "4: each before or after",
       .program = fixed(unregister_and_ask_twice),
       .counts = once(4),
       .enumerate_to = 0,
       .outcomes = {"found, found", "found, nobody", "nobody, nobody"}},
  };
}

// --- life and death ---

// One asker is the test itself; more are actors of their own.
std::function<Program(int)> of_a_mortal(const std::function<void(Pid)>& then) {
  return [then](int askers) -> Program {
    return [=] {
      const Pid child = spawn("child", [] {});
      if (askers == 1) return then(child);
      for (int i = 0; i < askers; ++i) spawn("asker", [=] { then(child); });
    };
  };
}

void is_it_alive(Pid child) { outcome(is_alive(child) ? "alive" : "dead"); }

void watch(Pid child) {
  monitor(child);
  outcome(receive<Down>().reason.text);
}

void link_and_trap() {
  trap_exits();
  link(spawn("child", [] {}));
  outcome(receive<Exit>().reason.text);
}

void link_only() {
  const Pid child = spawn("child", [] {});
  spawn("linker", [child] {
    link(child);
    outcome("lives on");
  });
}

Program killers(int n) {
  return [n] {
    const Pid victim = spawn("victim", wait_for_ever);
    for (int i = 0; i < n; ++i) spawn("killer", [=] { exit(victim, kKill); });
  };
}

struct Item {
  int number;
};
struct Received {};
struct GoRound {};  // the relay

// N items go from the head by a relay to the tail, which confirms them to the relay. Somebody ends the relay; the head is
// told to send everything again, and the tail is told as well.
Program relay_is_killed(int n) {
  return [n] {
    const Pid relay = spawn("relay", [] {
      daemon();
      const Pid tail = receive<Pid>();
      for (;;) receive(on<Item>([tail](Item item) { send(tail, item); }), on<Received>([] {}));
    });
    const Pid tail = spawn("tail", [relay] {
      daemon();
      for (;;) receive(on<Item>([relay] { send(relay, Received{}); }), on<GoRound>([] {}));
    });
    const Pid head = spawn("head", [relay, tail] {
      daemon();
      int last = 0;
      for (;;)
        receive(on<Item>([&](Item item) {
                  last = item.number;
                  send(relay, item);
                }),
                on<GoRound>([&] {
                  for (int i = 1; i <= last; ++i) send(tail, Item{i});
                }));
    });
    send(relay, tail);
    spawn("watcher", [=] {
      monitor(relay);
      receive<Down>();
      send(head, GoRound{});
      send(tail, GoRound{});
    });
    spawn("killer", [relay] { exit(relay, kKill); });
    for (int i = 1; i <= n; ++i) send(head, Item{i});
  };
}

std::vector<Oracle> life() {
  const auto each_before_or_after = sizes(2, 4, [](int n) { return power(2, n); });
  return {
      {.name = "alive",
       .why = "2: asked before or after the end",
       .program = of_a_mortal(is_it_alive),
       .counts = {{1, 2}},
       .enumerate_to = 1,
       .outcomes = {"alive", "dead"}},
      {.name = "alive asked by many",
       .why = "2^N",
       .program = of_a_mortal(is_it_alive),
       .counts = each_before_or_after,
       .enumerate_to = 2,
       .outcomes = {"alive, alive", "alive, dead", "dead, dead"}},
      {.name = "monitor",
       .why = "2: before or after the end",
       .program = of_a_mortal(watch),
       .counts = {{1, 2}},
       .enumerate_to = 1,
       .outcomes = {"normal", "noproc"}},
      {.name = "monitor by many",
       .why = "2^N",
       .program = of_a_mortal(watch),
       .counts = each_before_or_after,
       .enumerate_to = 2,
       .outcomes = {"noproc, noproc", "noproc, normal", "normal, normal"}},
      {.name = "link and trap",
       .why = "2",
       .program = fixed(link_and_trap),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"normal", "noproc"}},
      {.name = "link",
       .why = "2: too late it ends the linker; Erlang raises an error instead, which the program there catches",
       .program = fixed(link_only),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"", "lives on"}},
      {.name = "kill",
       .why = "N: whoever does it, the others come too late and commute",
       .program = killers,
       .counts = sizes(1, 4, [](int n) { return static_cast<std::uint64_t>(n); }),
       .enumerate_to = 2},
      {.name = "relay is killed",
       .why = "as brute force counts them",
       .program = relay_is_killed,
       .counts = {{1, 18}, {2, 84}, {3, 324}},
       .sampled = {{1, 2'000}, {2, 60'000}}},
  };
}

}  // namespace

std::vector<Oracle> life_oracles() {
  std::vector<Oracle> all;
  for (const auto& part : {time(), names(), life()}) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace heddle::testing
