// EXPECT-FAILURE: Tasks.TwoDepositsWithoutALock
// What programs of tasks are made of, in the style of Coyote: see "Programs of tasks" in docs/coming-from-psharp.md.
//
// An account that is read in one step and written in another loses a deposit when two tasks do so at a time; with a
// semaphore of one permit around it, which is a machine, it does not.
#include <heddle/heddle.h>

using namespace heddle;
using namespace std::chrono_literals;

namespace {

// SemaphoreSlim; with one permit, what lock and Mutex are.
struct Enter {
  Pid who;
};
struct Entered {};
struct Leave {};

class Semaphore final : public Machine {
 public:
  explicit Semaphore(int permits) : permits_(permits) {
    open_.on<Enter>([this](const Enter& enter) {
      send(enter.who, Entered{});
      if (--permits_ == 0) go(full_);
    });
    open_.on<Leave>([this] { ++permits_; });
    full_.defer<Enter>().go<Leave>(open_, [this] { ++permits_; });
    start_in(open_);
  }

 private:
  State open_ = state("Open"), full_ = state("Full");
  int permits_;
};

// async Task: what others may do meanwhile is tried at each operation, here those on the shared register.
Async<> deposit(SharedRegister<int> account, int amount) {
  const int before = account.get();
  co_await async::yield();  // Task.Yield(), SchedulingPoint.Interleave()
  account.set(before + amount);
}

Async<> deposit_locked(Pid semaphore, SharedRegister<int> account, int amount) {
  send(semaphore, Enter{self()});
  co_await async::receive<Entered>();
  co_await deposit(account, amount);
  send(semaphore, Leave{});
}

HEDDLE_TEST(Tasks, TwoDepositsWithoutALock) {
  const SharedRegister<int> account("account", 0);
  run(when_all(start("a", deposit(account, 1)), start("b", deposit(account, 2))));  // Task.Run, Task.WhenAll
  check(account.get() == 3, "the account has {}, and was given 1 and 2", account.get());
}

HEDDLE_TEST(Tasks, TwoDepositsWithALock) {
  const SharedRegister<int> account("account", 0);
  const Pid semaphore = spawn<Semaphore>("semaphore", 1);
  run(when_all(start("a", deposit_locked(semaphore, account, 1)), start("b", deposit_locked(semaphore, account, 2))));
  check(account.get() == 3, "the account has {}, and was given 1 and 2", account.get());
}

// TaskCompletionSource, Task.Delay, Task.WhenAny, and that a task comes to a good end.
HEDDLE_TEST(Tasks, AnAnswerOrATimeOut) {
  const Promise<int> answer("answer");  // new TaskCompletionSource<int>()
  const Started<void> server = start("server", [answer]() -> Async<> {
    if (flip()) co_await async::sleep(10s);  // Specification.RandomBoolean(), Task.Delay
    answer.set(42);                          // SetResult; try_set is TrySetResult
  });
  expect_done(server.pid());  // IsEventuallyCompletedSuccessfully(server)
  const auto limit = []() -> Async<> { co_await async::sleep(5s); };
  const auto first = run(when_any(answer.future(), limit()));  // Task.WhenAny
  check(first.index() == 1 || std::get<0>(first) == 42);
  check(answer.future().get() == 42);  // answer.Task.Result
}

}  // namespace
