// What waits, spelled for coroutines: co_await async::receive<Pong>() is receive<Pong>(), and so on. It is the task
// that waits, not the coroutine, so both do the same; code that was written for another runtime reads as it did there.
//
//   Pong pong = co_await async::receive<Pong>();
//   std::optional<Pong> pong = co_await async::receive<Pong>(500ms);
//   co_await async::receive(on<Ping>(answer), after(1s, give_up));
//   int total = co_await async::call(counter, Read{});
//   co_await async::sleep(5ms);
//   co_await async::yield();
#pragma once

#include <coroutine>
#include <optional>
#include <type_traits>
#include <utility>

#include "heddle/actor/actor.h"
#include "heddle/actor/call.h"
#include "heddle/actor/receive.h"
#include "heddle/base/location.h"

namespace heddle::async {

// Awaited, calls the function.
template <class F>
class [[nodiscard]] Blocking {
 public:
  explicit Blocking(F function) : function_(std::move(function)) {}
  constexpr bool await_ready() const noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  decltype(auto) await_resume() { return function_(); }

  // For our own coroutines: the call is made before the co_await looks whether to suspend, so that only what comes of it
  // has to go through the memory of the coroutine.
  class Done {
   public:
    using Result = std::invoke_result_t<F&>;
    [[gnu::always_inline]] explicit Done(F& function) : result_(result_of(function)) {}
    constexpr bool await_ready() const noexcept { return true; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    Result await_resume() {
      if constexpr (!std::is_void_v<Result>) return std::forward<Result>(result_);
    }

   private:
    struct Nothing {};
    using Kept = std::conditional_t<std::is_void_v<Result>, Nothing, Result>;
    [[gnu::always_inline]] static Kept result_of(F& function) {
      if constexpr (std::is_void_v<Result>) {
        function();
        return {};
      } else {
        return function();
      }
    }
    Kept result_;
  };
  [[gnu::always_inline]] Done at_once() && { return Done(function_); }

 private:
  F function_;
};

template <class T, class Predicate = heddle::detail::Always>
  requires std::is_invocable_r_v<bool, Predicate&, const T&>
auto receive(Predicate predicate = {}, Location where = {}) {
  return Blocking([p = std::move(predicate), where]() mutable { return heddle::detail::receive_here<T>(p, where); });
}

template <class T, class Predicate = heddle::detail::Always>
  requires std::is_invocable_r_v<bool, Predicate&, const T&>
auto receive(Duration timeout, Predicate predicate = {}, Location where = {}) {
  return Blocking([timeout, p = std::move(predicate), where]() mutable {
    return heddle::receive<T>(timeout, std::move(p), where);
  });
}

template <class First, class... Rest>
  requires requires(First& first) { first.handler; }
auto receive(First first, Rest... rest) {
  return Blocking([first = std::move(first), ... rest = std::move(rest)]() mutable {
    return heddle::receive(std::move(first), std::move(rest)...);
  });
}

// To a Pid or a Name.
template <class Server, class Request>
auto call(Server server, Request request, Duration timeout = kCallTimeout, Location where = {}) {
  return Blocking([server = std::move(server), request = std::move(request), timeout, where]() mutable {
    return heddle::call(server, std::move(request), timeout, where);
  });
}

inline auto sleep(Duration duration, Location where = {}) {
  return Blocking([duration, where] { heddle::sleep(duration, where); });
}

// Lets others go first (an operation, in any order with all other yields): a point where the orders of what is not
// under Heddle's control, such as plain variables that several coroutines use, are explored as well.
void yield_now(Location where);
inline auto yield(Location where = {}) {
  return Blocking([where] { yield_now(where); });
}

}  // namespace heddle::async
