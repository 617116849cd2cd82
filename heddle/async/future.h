// Futures: what will be there once somebody has provided it, and that several may wait for.
//
//   Promise<int> answer("answer");
//   start("asker", ask(answer));                         // somewhere: answer.set(42)
//   int n = co_await answer.future();                    // in a coroutine
//   int n = answer.future().get();                       // in a plain function
//
// To provide is an operation. To wait is none for whoever made the promise: it will see the value, and nobody can tell
// when it began to wait. For others it is one, since whoever provides the value has to know of them: they may be early
// or late. A promise that nobody ever keeps leaves who waits for it in a deadlock, which names it.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/actor/pid.h"
#include "heddle/async/value.h"
#include "heddle/base/ids.h"
#include "heddle/base/location.h"

namespace heddle {

struct Slot;

// What was awaited ended without a result: it was cancelled or killed, its node stopped, or it called exit().
class AwaitFailed : public std::runtime_error {
 public:
  AwaitFailed(std::string awaited, Reason reason);

  const std::string& awaited() const { return awaited_; }
  const Reason& reason() const { return reason_; }

 private:
  std::string awaited_;
  Reason reason_;
};

namespace detail {

// Whether something is done, and who waits for that. Made by the task that is most likely to wait: it has its slot from
// the start, so that there is nothing to announce.
class Completion {
 public:
  explicit Completion(std::string name);
  Completion(std::string name, ObjectId object);  // where those who come later look
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;
  virtual ~Completion();  // an error that nobody ever saw is a failure of the test

  void wait(Location where);  // until it is done
  bool done(Location where);  // an operation
  // An operation: done? Else the slot will be filled with this value when it is.
  bool done_or_tell(const std::shared_ptr<Slot>& slot, std::uint32_t value, Location where);

  // An operation. True: the caller is the first and is to complete it, at once. What happens to the second?
  enum class Second : std::uint8_t { is_told, is_misuse };
  bool claim(Second second, Location where);
  void complete();  // part of the event under way

  void put_error(std::exception_ptr error);
  [[noreturn]] void throw_why();  // there is no value
  void see() { seen_ = true; }    // the error is somebody's business
  void end(Reason reason) { reason_ = std::move(reason); }
  const std::string& name() const { return name_; }
  bool unseen() const { return error_ && !seen_; }
  const std::string& error_text() const { return text_; }

 private:
  struct Waiting {
    std::shared_ptr<Slot> slot;
    std::uint32_t value;
  };

  std::string name_;
  ObjectId object_;
  std::shared_ptr<Slot> slot_;  // of whoever made it
  bool told_ = false;           // and has seen that it is done
  bool claimed_ = false;
  bool done_ = false;
  bool seen_ = false;  // the error
  std::vector<Waiting> others_;
  std::exception_ptr error_;
  std::string text_;  // of the error
  Reason reason_{"no result"};
};

template <class T>
struct CompletionOf : Completion {
  using Completion::Completion;
  Value<T> value;

  T result() {
    if (!value.there()) throw_why();
    return value.share();
  }
};

}  // namespace detail

// A value: copies stand for the same future. What can be copied is copied out to everyone who waits; what can only be
// moved goes to the first.
template <class T>
class [[nodiscard]] Future {
 public:
  using Result = T;

  // Waits, and rethrows what went wrong instead.
  T get(Location where = {}) const {
    state_->wait(where);
    return state_->result();
  }

  // Would get() return at once? An operation: it can be told from providing the value.
  bool ready(Location where = {}) const { return state_->done(where); }

  class Awaiter {
   public:
    Awaiter(std::shared_ptr<detail::CompletionOf<T>> state, Location where) : state_(std::move(state)), where_(where) {}
    bool await_ready() const noexcept { return true; }  // it is the task that waits, not the coroutine
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    T await_resume() const {
      state_->wait(where_);
      return state_->result();
    }

   private:
    std::shared_ptr<detail::CompletionOf<T>> state_;
    Location where_;
  };
  Awaiter operator co_await() const { return Awaiter(state_, Location::none()); }
  Awaiter awaited_at(Location where) const { return Awaiter(state_, where); }

  explicit Future(std::shared_ptr<detail::CompletionOf<T>> state) : state_(std::move(state)) {}
  const std::shared_ptr<detail::CompletionOf<T>>& state() const { return state_; }

 private:
  std::shared_ptr<detail::CompletionOf<T>> state_;
};

// Provides the value of a future, once. A value: copies stand for the same promise.
template <class T = void>
class Promise {
 public:
  explicit Promise(std::string_view name = "promise")
      : state_(std::make_shared<detail::CompletionOf<T>>(std::string(name))) {}

  Future<T> future() const { return Future<T>(state_); }

  using Provided = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

  // An operation. To set it again is a misuse; where several may be first, they try_set(), which is false for the
  // others.
  void set(Provided value, Location where = {}) const
    requires(!std::is_void_v<T>)
  {
    provide(Second::is_misuse, where, std::forward<Provided>(value));
  }
  void set(Location where = {}) const
    requires std::is_void_v<T>
  {
    provide(Second::is_misuse, where);
  }
  bool try_set(Provided value, Location where = {}) const
    requires(!std::is_void_v<T>)
  {
    return provide(Second::is_told, where, std::forward<Provided>(value));
  }
  bool try_set(Location where = {}) const
    requires std::is_void_v<T>
  {
    return provide(Second::is_told, where);
  }

  // The same, but those who wait get this exception.
  void fail(std::exception_ptr error, Location where = {}) const {
    if (!state_->claim(Second::is_misuse, where)) return;
    state_->put_error(std::move(error));
    state_->complete();
  }
  template <class E>
    requires std::is_base_of_v<std::exception, E>
  void fail(E error, Location where = {}) const {
    fail(std::make_exception_ptr(std::move(error)), where);
  }

 private:
  using Second = detail::Completion::Second;

  template <class... V>
  bool provide(Second second, Location where, V&&... value) const {
    if (!state_->claim(second, where)) return false;
    state_->value.put(std::forward<V>(value)...);
    state_->complete();
    return true;
  }

  std::shared_ptr<detail::CompletionOf<T>> state_;
};

}  // namespace heddle
