// Messages: two sends are ordered only if a receive can tell.
#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "heddle/spec/check.h"
#include "tests/oracles/oracle.h"

namespace heddle::testing {
namespace {

// N senders of one number each to the test, which then does this.
std::function<Program(int)> senders(const std::function<void(int n)>& then) {
  return [then](int n) -> Program {
    return [=] {
      const Pid test = self();
      for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(test, i); });
      then(n);
    };
  };
}

int receive_exactly(int wanted) {
  return receive<int>([wanted](int got) { return got == wanted; });
}

std::string take(int count) {
  std::string order;
  for (int i = 0; i < count; ++i) order += std::to_string(receive<int>());
  return order;
}

Oracle first_few(int k) {
  return {.name = fmt::format("first {} of many", k),
          .why = "N!/(N-k)!: the first k messages are taken, the others never",
          .program = senders([k](int) { outcome(take(k)); }),
          .counts = sizes(k, 6, [k](int n) { return factorial(n) / factorial(n - k); }),
          .enumerate_to = 4,
          .sampled = k <= 3 ? std::vector<Sampled>{{5, 5'000}} : std::vector<Sampled>{},
          .telling = true};
}

std::vector<Oracle> many_senders() {
  std::vector<Oracle> all = {
      {.name = "any",
       .why = "N!: somebody takes whatever comes",
       .program = senders([](int n) { outcome(take(n)); }),
       .counts = sizes(1, 7, [](int n) { return factorial(n); }),
       .enumerate_to = 4,
       .sampled = {{5, 5'000}},
       .telling = true},
      {.name = "tagged",
       .why = "1: who asks for each by name cannot tell orders apart",
       .program = senders([](int n) {
         for (int i = 1; i <= n; ++i) receive_exactly(i);
       }),
       .counts = sizes(1, 8, [](int) { return 1; }),
       .enumerate_to = 4},
      {.name = "unread",
       .why = "1: nobody looks",
       .program = senders([](int) {}),
       .counts = sizes(1, 8, [](int) { return 1; }),
       .enumerate_to = 4},
      {.name = "mixed",
       .why = "(N-1)!: one by name, then whatever comes",
       .program = senders([](int n) {
         receive_exactly(1);
         outcome(take(n - 1));
       }),
       .counts = sizes(2, 6, [](int n) { return factorial(n - 1); }),
       .enumerate_to = 4,
       .telling = true},
  };
  for (int k = 1; k <= 6; ++k) all.push_back(first_few(k));
  return all;
}

Program two_each(int n) {
  return [n] {
    const Pid test = self();
    for (int i = 1; i <= n; ++i)
      spawn("sender", [=] {
        send(test, i);
        send(test, i);
      });
    outcome(take(2 * n));
  };
}

Program two_receivers(int n) {
  return [n] {
    for (int r = 0; r < 2; ++r) {
      const Pid receiver = spawn("receiver", [n] { take(n); });
      for (int i = 1; i <= n; ++i) spawn("sender", [=] { send(receiver, i); });
    }
  };
}

Program ping_pong(int rounds) {
  return [rounds] {
    const Pid other = spawn("other", [test = self(), rounds] {
      for (int i = 0; i < rounds; ++i) send(test, receive<int>());
    });
    for (int i = 0; i < rounds; ++i) {
      send(other, i);
      receive<int>();
    }
  };
}

Program token_ring(int n) {
  return [n] {
    Pid next = self();
    for (int i = 0; i < n; ++i) next = spawn("hop", [next] { send(next, receive<int>()); });
    send(next, 1);
    receive<int>();
  };
}

std::vector<Oracle> of_any_size() {
  return {
      {.name = "first in first out",
       .why = "(2N)!/2^N: two messages of each sender, which do not overtake one another",
       .program = two_each,
       .counts = sizes(2, 4, [](int n) { return factorial(2 * n) / power(2, n); }),
       .enumerate_to = 2,
       .sampled = {{3, 10'000}},
       .telling = true},
      {.name = "two receivers",
       .why = "(N!)^2",
       .program = two_receivers,
       .counts = sizes(2, 4, [](int n) { return factorial(n) * factorial(n); }),
       .sampled = {{2, 2'000}, {3, 10'000}}},
      {.name = "ping pong", .why = "1", .program = ping_pong, .counts = {{10, 1}, {100, 1}}, .enumerate_to = 10},
      {.name = "token ring", .why = "1", .program = token_ring, .counts = {{5, 1}, {50, 1}}, .enumerate_to = 5},
  };
}

void lost_update() {
  const Table<int, int> cell{"cell", {.equal_writes_commute = true}};
  const Pid test = self();
  for (int i = 1; i <= 2; ++i)
    spawn("adder", [=] {
      cell.insert(0, cell.lookup(0).value_or(0) + 1);
      send(test, i);
    });
  receive_exactly(1);
  receive_exactly(2);
  check(cell.lookup(0) == 2, "an update was lost");
}

void order_bug() {
  struct A {};
  struct B {};
  const Pid test = self();
  spawn("a", [=] { send(test, A{}); });
  spawn("b", [=] { send(test, B{}); });
  receive(on<A>([] { outcome("ok"); }), on<B>([] { fail("b first"); }));
}

void causal() {
  const Pid c = spawn("c", [] { outcome("{}", receive<int>()); });
  const Pid b = spawn("b", [c] {
    receive<int>();
    send(c, 2);
  });
  spawn("a", [=] {
    send(c, 1);
    send(b, 0);
  });
}

void cross_wait() {
  const Pid a = spawn("a", [] { send(receive<Pid>(), 1); });
  spawn("b", [a] {
    receive<int>();
    send(a, self());
  });
}

void independent_receivers() {
  const Pid test = self();
  for (int i = 1; i <= 2; ++i) {
    const Pid receiver = spawn("receiver", [=] {
      receive<std::string>();
      send(test, i);
    });
    spawn("sender", [=] { send(receiver, std::string("ok")); });
  }
  outcome(take(2));
}

void same_messages() {
  const Pid test = self();
  for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(test, 7); });
  outcome(take(2));
}

std::vector<Oracle> small() {
  Settings nobody_waits;
  nobody_waits.deadlock = DeadlockRule::any;
  return {
      {.name = "lost update",
       .why = "3, in one of which both read before either writes: they then write the same",
       .program = fixed(lost_update),
       .counts = once(3, 1),
       .enumerate_to = 0,
       .outcomes = {"", "assertion: an update was lost"}},
      {.name = "order bug",
       .why = "2: either message first",
       .program = fixed(order_bug),
       .counts = once(2, 1),
       .enumerate_to = 0,
       .outcomes = {"ok", "assertion: b first"}},
      {.name = "causal",
       .why = "1: a message that was sent before another, through a third actor, comes before it",
       .program = fixed(causal),
       .counts = once(1),
       .enumerate_to = 0,
       .outcomes = {"1"}},
      {.name = "cross wait",
       .why = "1: each waits for the other's message",
       .program = fixed(cross_wait),
       .counts = once(1, 1),
       .enumerate_to = 0,
       .outcomes = {"deadlock"},
       .settings = nobody_waits},
      {.name = "independent receivers",
       .why = "2: the receivers' own messages, in either order",
       .program = fixed(independent_receivers),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"12", "21"}},
      {.name = "same messages",
       .why = "2: messages differ by their senders, even if they say the same",
       .program = fixed(same_messages),
       .counts = once(2),
       .enumerate_to = 0,
       .outcomes = {"77"}},
  };
}

}  // namespace

std::vector<Oracle> message_oracles() {
  std::vector<Oracle> all = many_senders();
  for (const auto& part : {of_any_size(), small()}) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace heddle::testing
