// Coroutines that run beside one another.
//
//   Started<int> a = start("a", fetch(1)), b = start("b", fetch(2));
//   int sum = co_await a + co_await b;                   // or a.get() + b.get() in a plain function
//
// A started coroutine is a task of its own: an actor, with a Pid and a mailbox. Whatever it does goes in any order with
// what the others do, and Heddle explores which. It is done when its actor has ended.
//
// - It belongs to nobody: if the handle is dropped, or whoever started it ends, it goes on. link(started.pid()) ties it
// to
//   the life of the caller.
// - Its result is there for all who await it; its exception is rethrown to each of them. An exception that nobody has
// seen
//   when the last handle goes, or when the trial is over, is a failure of the test.
// - cancel() ends it at the point where it waits, as exit(pid, kCancelled) does: its destructors run, and whoever
// awaits it
//   gets AwaitFailed. If it traps exits, it gets a message instead.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "heddle/async/async.h"
#include "heddle/async/future.h"

namespace heddle {

inline const Reason kCancelled{"cancelled"};

template <class T>
class [[nodiscard]] Started : public Future<T> {
 public:
  Pid pid() const { return pid_; }

  // Asks it to end (an operation). It may have ended before; what it has provided then stays.
  void cancel(Location where = {}) const { exit(pid_, kCancelled, where); }

  Started(Pid pid, std::shared_ptr<detail::CompletionOf<T>> state) : Future<T>(std::move(state)), pid_(pid) {}

 private:
  Pid pid_;
};

namespace detail {

// The actor, and its end as that of the completion.
Pid spawn_started(std::string_view name, UniqueFunction body);
ObjectId life_of(Pid pid);
void complete_at_end_of(Pid pid, std::shared_ptr<Completion> completion);

// Inside a catch block of the actor's body. Returns if somebody may still see the exception.
void keep_exception(const std::weak_ptr<Completion>& completion);
[[noreturn]] void exit_failed();

// What the actor and its maker share, before there is an actor to make a completion of.
template <class T>
struct Birth {
  std::weak_ptr<CompletionOf<T>> state;
};

// The body of a started coroutine: `make` gives the coroutine, and lives until it is done.
template <class T, class Make>
Started<T> start_coroutine(std::string_view name, Make make) {
  auto birth = std::make_shared<Birth<T>>();
  const Pid pid = spawn_started(name, [birth, make = std::move(make)]() mutable {
    bool failed = false;
    try {
      if constexpr (std::is_void_v<T>) {
        make().run_to_end();
        if (const auto state = birth->state.lock()) state->value.put();
      } else {
        T result = make().run_to_end();
        if (const auto state = birth->state.lock()) state->value.put(std::forward<T>(result));
      }
    } catch (...) {
      keep_exception(birth->state);
      failed = true;
    }
    if (failed) exit_failed();
  });
  auto state = std::make_shared<CompletionOf<T>>(name_of(pid), life_of(pid));
  birth->state = state;
  complete_at_end_of(pid, state);
  return Started<T>(pid, std::move(state));
}

}  // namespace detail

// Makes the coroutine a task of its own, on the caller's node. It runs up to its first operation before the next
// decision.
template <class T>
Started<T> start(std::string_view name, Async<T> coroutine) {
  return detail::start_coroutine<T>(name, [c = std::move(coroutine)]() mutable { return std::move(c); });
}
template <detail::MakesAsync F>
auto start(std::string_view name, F function) {
  using T = typename std::invoke_result_t<F&>::Result;
  return detail::start_coroutine<T>(name, std::move(function));
}

}  // namespace heddle
