// Executors, and a coroutine type that knows nothing of Heddle on top of them.
#include "heddle/async/executor.h"

#include <gtest/gtest.h>

#include <coroutine>
#include <exception>
#include <optional>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/async/async.h"
#include "heddle/async/await.h"
#include "heddle/async/start.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

TEST(Executor, EveryOrderOfWhatIsPosted) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              for (const char* name : {"a", "b", "c"}) pool.post([&said, name] { said += name; });
              sleep(1s);
            }),
            (Texts{"abc", "acb", "bac", "bca", "cab", "cba"}));
}

TEST(Strand, OneAfterTheOtherAsTheyCame) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Strand serial("serial");
              bool busy = false;
              const auto job = [&](const char* name) {
                return [&, name] {
                  if (busy) said += "!";
                  busy = true;
                  sleep(1ms);
                  said += name;
                  busy = false;
                };
              };
              spawn("other", [&, test = self()] {
                serial.post(job("x"));
                send(test, 1);
              });
              serial.post(job("a"));
              serial.post(job("b"));
              receive<int>();
              sleep(1s);
            }),
            (Texts{"abx", "axb", "xab"}));
}

TEST(Executor, ComparesAndTellsWhetherItRunsTheCaller) {
  EXPECT_EQ(run_once([](std::string& said) {
              const Executor pool("pool"), same = pool, other("other");
              const Strand serial;
              said = fmt::format("{} {} {} ", pool == same, pool == other, pool.runs_here());
              const auto look = [&said](const ExecutorBase& executor) {
                return [&said, &executor] {
                  bool inside = false;
                  executor.dispatch([&] { inside = true; });
                  said += fmt::format("{} {} ", executor.runs_here(), inside);
                };
              };
              pool.dispatch(look(pool));
              sleep(1s);
              serial.dispatch(look(serial));
              sleep(1s);
            }).text(),
            "true false false true true true true ");
}

TEST(Executor, DelaysAndCancels) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              const Strand serial("serial");
              const Delayed late = pool.post_after(2s, [&] { said += "late "; });
              pool.post_after(1s, [&] { said += describe_time(now()) + " "; });
              serial.post_after(1500ms, [&] { said += describe_time(now()) + " "; });
              sleep(1800ms);
              said += late.cancel() ? "cancelled" : "?";
              sleep(5s);
            }),
            Texts{"1 s 1.5 s cancelled"});
}

TEST(Executor, ACancelRacesWithTheDeadline) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              const Delayed delayed = pool.post_after(1s, [&] { said += "ran "; });
              sleep(1s);
              const bool in_time = delayed.cancel();
              sleep(1s);
              said += in_time ? "cancelled" : "too late";
            }),
            (Texts{"cancelled", "ran too late"}));
}

TEST(Executor, AnExceptionIsAFailure) {
  EXPECT_EQ(run_once([](std::string&) {
              Executor("pool").post([] { throw std::runtime_error("broken"); });
              sleep(1s);
            }).text(),
            "uncaught exception: std::runtime_error: broken");
}

// --- Heddle's coroutines, resumed by an executor ---

TEST(Schedule, TheCoroutineGoesOnElsewhere) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              const auto hop = [&](const char* name) -> Async<int> {
                const Pid before = self();
                co_await pool.schedule();
                said += name;
                co_return before == self() ? 0 : 1;
              };
              const Started<int> a = start("a", hop("a")), b = start("b", hop("b"));
              said += std::to_string(a.get() + b.get());
            }),
            (Texts{"ab2", "ba2"}));
}

TEST(Schedule, ExceptionsFindTheirWayBack) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Strand serial;
              const auto inner = [&]() -> Async<int> {
                co_await serial.schedule();
                throw std::runtime_error("broken");
              };
              try {
                run([&]() -> Async<int> { co_return co_await inner() + 1; });
              } catch (const std::runtime_error& e) {
                said = e.what();
              }
            }),
            Texts{"broken"});
}

TEST(Schedule, AKilledDriverTakesItsCoroutineAlong) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              const auto [child, ref] = spawn_monitor("child", [&, pool]() -> Async<> {
                co_await pool.schedule();
                said += "ran ";
              });
              exit(child, kKill);
              said += receive<Down>().reason.text;
              sleep(1s);
            }),
            (Texts{"killed", "ran killed", "ran normal"}));
}

// --- a coroutine type of somebody else ---

// Starts at once, and resumes whoever awaits it when it is done.
template <class T>
class Lazy {
 public:
  struct promise_type {
    std::optional<T> value;
    std::exception_ptr error;
    std::coroutine_handle<> awaiting;
    Lazy get_return_object() { return Lazy(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Final {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> me) noexcept {
          return me.promise().awaiting ? me.promise().awaiting : std::noop_coroutine();
        }
        void await_resume() noexcept {}
      };
      return Final{};
    }
    void return_value(T v) { value = std::move(v); }
    void unhandled_exception() { error = std::current_exception(); }
  };

  explicit Lazy(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Lazy(Lazy&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Lazy() {
    if (handle_) handle_.destroy();
  }
  bool await_ready() const { return handle_.done(); }
  void await_suspend(std::coroutine_handle<> awaiting) { handle_.promise().awaiting = awaiting; }
  T await_resume() {
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    return std::move(*handle_.promise().value);
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

// As a thread pool offers it.
struct OnPool {
  Executor pool;
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> handle) const {
    pool.execute([handle] { handle.resume(); });
  }
  void await_resume() const {}
};

// Looks, and then acts on what it saw, with a switch in between.
Lazy<int> withdraw(Executor pool, int& balance, int amount) {
  co_await OnPool{pool};
  if (balance < amount) co_return 0;
  co_await OnPool{pool};
  balance -= amount;
  co_return amount;
}

TEST(Foreign, CoroutinesOfOthersAreExplored) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Executor pool("pool");
              int balance = 10;
              Lazy<int> a = withdraw(pool, balance, 10), b = withdraw(pool, balance, 10);
              const int got = run([&]() -> Async<int> {
                const int first = co_await a;
                co_return first + co_await b;
              });
              said = fmt::format("{} {}", got, balance);
            }),
            (Texts{"10 0", "20 -10"}));
}

}  // namespace
}  // namespace heddle
