// Coroutines under Heddle's control.
//
//   Async<int> total(Pid counter) {
//     co_await async::sleep(5ms);
//     co_return co_await async::call(counter, Read{});
//   }
//   HEDDLE_TEST(Counter, Total) {
//     const Pid counter = spawn("counter", []() -> Async<> { for (;;) co_await serve_one(); });
//     check(run(total(counter)) == 0);
//   }
//
// A coroutine runs on the stack of the task that drives it, and to await an Async is to call it: it runs at once, up to
// its end, its exceptions come out of the co_await, and a stack trace shows who awaits whom. Whatever waits (a receive,
// a call, a future) blocks the task as it would in a plain function; plain send(), receive() and call() work in
// coroutines as well. So a coroutine by itself is no task, and nothing runs beside it; start() (start.h) makes it one.
//
// Awaitables of other libraries work, too: one that suspends the coroutine and has it resumed by another task
// (executor.h) leaves the driving task blocked until the coroutine is done.
//
// As with all coroutines, what is passed by reference must outlive the coroutine, and so must a lambda with captures:
// its captures are in the lambda, not in the coroutine. run(), start() and spawn() therefore take the lambda itself,
// and keep it until the coroutine is done; `auto c = [x]() -> Async<> {...}();` does not.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "heddle/actor/actor.h"
#include "heddle/async/frame.h"
#include "heddle/async/value.h"
#include "heddle/base/location.h"

namespace heddle {

template <class T = void>
class Async;

namespace detail {

class AsyncPromiseBase;

template <class A>
inline constexpr bool kIsAsync = false;
template <class T>
inline constexpr bool kIsAsync<Async<T>> = true;

// Blocks the running task until another one has resumed the coroutine, and it has come to its end. If the task is
// killed meanwhile, and the coroutine is in the middle of a step on another one, its frame is left to the trial: `left`
// says so.
void wait_for_other_tasks(AsyncPromiseBase& promise, std::coroutine_handle<> frame, bool& left, Location where);

template <class Awaitable>
decltype(auto) awaiter_of(Awaitable&& awaitable) {
  if constexpr (requires { std::forward<Awaitable>(awaitable).operator co_await(); })
    return std::forward<Awaitable>(awaitable).operator co_await();
  else if constexpr (requires { operator co_await(std::forward<Awaitable>(awaitable)); })
    return operator co_await(std::forward<Awaitable>(awaitable));
  else
    return std::forward<Awaitable>(awaitable);
}

// An awaitable as it is. (g++ 12 copies an awaitable that await_transform returns by reference.)
template <class Awaitable>
class AsIs {
 public:
  AsIs(Awaitable&& awaitable, bool& suspended)
      : awaiter_(awaiter_of(std::forward<Awaitable>(awaitable))), suspended_(suspended) {}
  bool await_ready() { return awaiter_.await_ready(); }
  template <class P>
  auto await_suspend(std::coroutine_handle<P> caller) {
    suspended_ = true;
    return awaiter_.await_suspend(caller);
  }
  decltype(auto) await_resume() {
    suspended_ = false;
    return awaiter_.await_resume();
  }

 private:
  decltype(awaiter_of(std::declval<Awaitable>())) awaiter_;
  bool& suspended_;
};

template <class A>
concept DoneAtOnce = requires(A&& a) { std::forward<A>(a).at_once(); };  // await.h
template <class A>
concept KnowsItsPlace = requires(A&& a) { std::forward<A>(a).awaited_at(Location::none()); };  // future.h

class AsyncPromiseBase {
 public:
  static void* operator new(std::size_t bytes) { return allocate_frame(bytes); }
  static void operator delete(void* memory, std::size_t bytes) { free_frame(memory, bytes); }

  std::suspend_always initial_suspend() const noexcept { return {}; }

  struct AtEnd {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> me) const noexcept {
      const std::coroutine_handle<> next = me.promise().continuation;
      return next ? next : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };
  AtEnd final_suspend() const noexcept { return {}; }

  // To whoever runs it; or, if that has been left, to whoever awaits it. A task that is unwound has nobody to tell.
  void unhandled_exception() {
    if (called || being_unwound()) throw;
    error = std::current_exception();
  }

  // What is awaited, by kind. (What has no use for the place gets none: in a coroutine each argument is a write to
  // memory.)
  template <class T>
  auto await_transform(Async<T>&& coroutine) {
    return std::move(coroutine).called_by(*root);
  }
  template <DoneAtOnce Awaitable>
  auto await_transform(Awaitable&& awaitable) {
    return std::forward<Awaitable>(awaitable).at_once();
  }
  template <KnowsItsPlace Awaitable>
  auto await_transform(Awaitable&& awaitable, Location where = {}) {
    return std::forward<Awaitable>(awaitable).awaited_at(where);
  }
  template <class Awaitable>
    requires(!DoneAtOnce<Awaitable> && !KnowsItsPlace<Awaitable>)
  auto await_transform(Awaitable&& awaitable) {
    return AsIs<Awaitable>(std::forward<Awaitable>(awaitable), root->suspended);
  }

  bool called = false;                   // by a caller that is below on this stack
  bool suspended = false;                // of a root: the innermost one it awaits waits for somebody to resume it
  AsyncPromiseBase* root = this;         // the first of the coroutines that await one another
  std::coroutine_handle<> continuation;  // if it was not called: who awaits it
  std::exception_ptr error;
};

template <class T>
class AsyncPromise : public AsyncPromiseBase {
 public:
  Async<T> get_return_object() noexcept;
  void return_value(T result) { value.put(std::forward<T>(result)); }
  Value<T> value;
};

template <>
class AsyncPromise<void> : public AsyncPromiseBase {
 public:
  Async<void> get_return_object() noexcept;
  void return_void() noexcept {}
  Value<void> value;
};

// A function that is a coroutine.
template <class F>
concept MakesAsync = std::is_invocable_v<std::decay_t<F>&> && kIsAsync<std::invoke_result_t<std::decay_t<F>&>>;

}  // namespace detail

// The return type of a coroutine: its frame, which begins to run when it is awaited, run or started. Movable; awaited
// once.
template <class T>
class [[nodiscard]] Async {
 public:
  using Result = T;
  using promise_type = detail::AsyncPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Async(Handle handle) noexcept : handle_(handle) {}
  Async(Async&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Async& operator=(Async&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Async() {
    if (handle_) handle_.destroy();
  }

  class Awaiter {
   public:
    explicit Awaiter(Handle handle) noexcept : handle_(handle) {}
    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> caller) const {
      if (call(handle_)) return false;
      handle_.promise().continuation = caller;
      return true;
    }
    T await_resume() const { return result_of(handle_); }

   private:
    Handle handle_;
  };
  Awaiter operator co_await() && noexcept { return Awaiter(handle_); }
  Awaiter called_by(detail::AsyncPromiseBase& root) && noexcept {
    handle_.promise().root = &root;
    return Awaiter(handle_);
  }

  // From a plain function: run(coroutine), below. Here so that handlers of messages can be coroutines (receive.h).
  T run_to_end(Location where = {}) && {
    if (!call(handle_)) wait(where);
    return result_of(handle_);
  }

 private:
  // True: it is done. False: something suspended it, and will resume it.
  static bool call(Handle handle) {
    handle.promise().called = true;
    handle.resume();
    if (handle.done()) return true;
    handle.promise().called = false;
    return false;
  }

  void wait(Location where) {
    bool left = false;
    try {
      detail::wait_for_other_tasks(handle_.promise(), handle_, left, where);
    } catch (...) {
      if (left) handle_ = nullptr;
      throw;
    }
  }

  static T result_of(Handle handle) {
    promise_type& promise = handle.promise();
    if (promise.error) std::rethrow_exception(std::move(promise.error));
    return promise.value.take();
  }

  Handle handle_;
};

template <class T>
Async<T> detail::AsyncPromise<T>::get_return_object() noexcept {
  return Async<T>(std::coroutine_handle<AsyncPromise>::from_promise(*this));
}
inline Async<void> detail::AsyncPromise<void>::get_return_object() noexcept {
  return Async<void>(std::coroutine_handle<AsyncPromise>::from_promise(*this));
}

// Drives a coroutine to its end, on the stack of the running task: the way from plain functions into coroutines.
template <class T>
T run(Async<T> coroutine, Location where = {}) {
  return std::move(coroutine).run_to_end(where);
}
template <detail::MakesAsync F>
auto run(F function, Location where = {}) {
  return std::invoke(function).run_to_end(where);
}

namespace detail {

template <MakesAsync F>
UniqueFunction driving(F body) {
  return [body = std::move(body)]() mutable { static_cast<void>(std::invoke(body).run_to_end()); };
}

}  // namespace detail

// Actors whose function is a coroutine.
template <detail::MakesAsync F>
Pid spawn(std::string_view name, F body) {
  return spawn(name, detail::driving(std::move(body)));
}
template <detail::MakesAsync F>
Pid spawn(F body) {
  return spawn("actor", std::move(body));
}
template <detail::MakesAsync F>
Pid spawn(Node node, std::string_view name, F body, Location where = {}) {
  return spawn(node, name, detail::driving(std::move(body)), where);
}
template <detail::MakesAsync F>
Pid spawn_link(std::string_view name, F body) {
  return spawn_link(name, detail::driving(std::move(body)));
}
template <detail::MakesAsync F>
Pid spawn_link(Node node, std::string_view name, F body, Location where = {}) {
  return spawn_link(node, name, detail::driving(std::move(body)), where);
}
template <detail::MakesAsync F>
Monitored spawn_monitor(Node node, std::string_view name, F body, Location where = {}) {
  return spawn_monitor(node, name, detail::driving(std::move(body)), where);
}
template <detail::MakesAsync F>
Monitored spawn_monitor(std::string_view name, F body) {
  return spawn_monitor(name, detail::driving(std::move(body)));
}

}  // namespace heddle
