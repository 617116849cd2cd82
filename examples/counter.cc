// EXPECT-FAILURE: Counter.CountsEverything
// A counter, three adders, and a question that may come too early.
#include <heddle/heddle.h>

using namespace heddle;

struct Add {
  int n;
};
struct Get {
  Pid from;
};
struct Total {
  int n;
};
struct Done {};

void counter() {
  int total = 0;
  for (;;)
    receive(on<Add>([&](const Add& add) { total += add.n; }),
            on<Get>([&](const Get& get) { send(get.from, Total{total}); }));
}

// Wrong: nothing makes the question wait for the adders.
HEDDLE_TEST(Counter, CountsEverything) {
  const Pid c = spawn("counter", counter);
  for (int i = 1; i <= 3; ++i) spawn("adder", [=] { send(c, Add{i}); });
  send(c, Get{self()});
  const Total total = receive<Total>();
  check(total.n == 6, "the total is {} before all adders were heard", total.n);
}

// Right: each adder tells the test when its message has been sent, and a message that was sent before another one by a
// chain of messages also arrives before it.
HEDDLE_TEST(Counter, CountsEverythingThatWasSent) {
  const Pid c = spawn("counter", counter);
  for (int i = 1; i <= 3; ++i)
    spawn("adder", [c, i, test = self()] {
      send(c, Add{i});
      send(test, Done{});
    });
  for (int i = 1; i <= 3; ++i) receive<Done>();
  send(c, Get{self()});
  const Total total = receive<Total>();
  check(total.n == 6, "the total is {}", total.n);
}
