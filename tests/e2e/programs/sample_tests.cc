// Tests that end in every way a test can end, for the tests of the runner.
#include <heddle/base/assert.h>
#include <heddle/heddle.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <vector>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

struct Add {
  int n;
};

struct Ask {
  Pid from;
};

void counter() {
  int total = 0;
  for (;;) {
    receive(on<Add>([&](const Add& add) { total += add.n; }), on<Ask>([&](const Ask& ask) { send(ask.from, total); }));
  }
}

// The first of two messages, in every trial: whatever it does, it does it under a schedule with decisions.
void after_a_race() {
  Pid me = self();
  for (int i = 1; i <= 2; ++i) spawn("sender", [=] { send(me, i); });
  receive<int>();
}

HEDDLE_TEST(Sample, Passes) {
  Pid c = spawn("counter", counter);
  for (int i = 1; i <= 2; ++i) spawn("adder", [=] { send(c, Add{i}); });
  send(c, Ask{self()});
  const int total = receive<int>();
  check(total <= 3, "total is {}", total);
}

HEDDLE_TEST(Sample, Assertion) {
  Pid c = spawn("counter", counter);
  for (int i = 1; i <= 2; ++i) spawn("adder", [=] { send(c, Add{i}); });
  send(c, Ask{self()});
  const int total = receive<int>();
  check(total == 3, "total is {} before all adders were heard", total);
}

HEDDLE_TEST(Sample, Deadlock) {
  spawn("silent", [] { receive<Ask>(); });
  receive<int>();
}

HEDDLE_TEST(Sample, Exception) {
  after_a_race();
  throw std::runtime_error("nobody catches <this> & \"that\"");
}

[[gnu::noinline]] int third_of(const std::vector<int>& few) { return few.at(2); }

HEDDLE_TEST(Sample, OutOfRange) {
  after_a_race();
  try {
    std::stoi("nothing");
  } catch (const std::invalid_argument&) {
  }
  log("{}", third_of({1, 2}));
}

HEDDLE_TEST(Sample, Crash) {
  after_a_race();
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}

HEDDLE_TEST(Sample, CrashInLambda) {
  after_a_race();
  spawn("victim", [] { *static_cast<volatile int*>(nullptr) = 1; });
  receive<int>(10ms);
}

HEDDLE_TEST(Sample, Abort) {
  after_a_race();
  std::abort();
}

HEDDLE_TEST(Sample, HeddleItselfIsBroken) {
  after_a_race();
  HEDDLE_ASSERT(!"an invariant of the engine");
}

HEDDLE_TEST(Sample, EndlessLoop, {.stuck = std::chrono::milliseconds(300)}) {
  after_a_race();
  for (volatile unsigned i = 0;;) i = i + 1;
}

[[gnu::noinline]] void spend_time() {
  for (volatile int i = 0; i < 5'000'000;) i = i + 1;
}

// Where it is when somebody looks is never the same.
HEDDLE_TEST(Sample, LongWayRound, {.stuck = std::chrono::milliseconds(300)}) {
  after_a_race();
  for (;;) {
    spend_time();
    spend_time();
    spend_time();
    spend_time();
    spend_time();
    spend_time();
  }
}

HEDDLE_TEST(Sample, Exit) {
  after_a_race();
  std::exit(3);
}

HEDDLE_TEST(Sample, Killed) {
  after_a_race();
  std::raise(SIGKILL);
}

HEDDLE_TEST(Sample, Terminated) {
  after_a_race();
  kill(getpid(), SIGTERM);
}

// The child believes that it is the test.
HEDDLE_TEST(Sample, ForkedComesBack) {
  after_a_race();
  if (fork() != 0) wait(nullptr);
}

HEDDLE_TEST(Sample, ForkedSends) {
  after_a_race();
  if (fork() != 0)
    wait(nullptr);
  else
    for (;;) send(self(), 1);
}

HEDDLE_TEST(Sample, ForkedEndsByItself) {
  after_a_race();
  const pid_t child = fork();
  if (child == 0) _exit(7);
  int status = 0;
  waitpid(child, &status, 0);
  check(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int recurse(int depth) {
  volatile char frame[1024] = {};
  frame[depth % 1024] = 1;
  return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

HEDDLE_TEST(Sample, StackOverflow) {
  after_a_race();
  check(recurse(0) == 0);
}

[[gnu::noinline]] int with_a_large_frame() {
  volatile char frame[512 * 1024];  // reaches far beyond the stack at once
  frame[0] = 1;
  return frame[0];
}

HEDDLE_TEST(Sample, LargeFrame) {
  after_a_race();
  check(with_a_large_frame() == 1);
}

HEDDLE_TEST(Sample, OutOfMemory, {.max_memory_mb = 256}) {
  after_a_race();
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back().reserve(std::size_t{16} << 20);  // not filled: that can take longer than --stuck
}

HEDDLE_TEST(Sample, SpinsForEver, {.settings = {.max_steps = 2'000}}) {
  Pid me = self();
  spawn("spinner", [=] {
    for (;;) is_alive(me);
  });
  receive<int>();
}

// Nothing comes of it, unless somebody looks: for valgrind.
HEDDLE_TEST(Sample, UsesFreedMemory) {
  after_a_race();
  int* volatile freed = new int(1);  // volatile: or the compiler would see it too
  delete freed;
  check(*freed != -1);
}

// Depends on something outside: no two trials are alike.
HEDDLE_TEST(Sample, NotDeterministic) {
  after_a_race();
  std::random_device outside;
  check(false, "it is {} {}", outside(), outside());
}

}  // namespace
