// Selective receive: takes the oldest message that any of the cases wants, waiting for one if need be.
//
//   Pong pong = receive<Pong>();
//   Pong pong = receive<Pong>([=](const Pong& p) { return p.n == n; });
//   std::optional<Pong> pong = receive<Pong>(500ms);
//   receive(on<Reply>(take), on<Down>(give_up), after(500ms, retry));
//
// Predicates should capture by value: Heddle asks them again after the receive has returned, to find out which messages
// could have been taken instead. One that captures by reference works, but counts every message of its type as a race.
// A predicate is the receiver's, whoever happens to ask it: self() is the receiver, and what it throws comes out of the receive.
#pragma once

#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "heddle/actor/matcher.h"
#include "heddle/actor/message.h"
#include "heddle/base/location.h"
#include "heddle/engine/task.h"
#include "heddle/engine/unwind.h"

namespace heddle {

// A message of any type, as on_any's handler sees it.
class AnyMessage {
 public:
  explicit AnyMessage(const Message& message) : message_(message) {}
  std::string_view type() const { return message_.type->name; }
  std::string text() const { return message_.type->print(message_); }
  template <class T>
  const T* get_if() const {
    return holds<T>(message_) ? &value_of<T>(message_) : nullptr;
  }

 private:
  const Message& message_;
};

namespace detail {

// While it lives, the running task may not announce operations: conditions and monitors are asked by anybody, at any time.
class OnlyLooking {
 public:
  OnlyLooking();
  ~OnlyLooking();
  OnlyLooking(const OnlyLooking&) = delete;
  OnlyLooking& operator=(const OnlyLooking&) = delete;

 private:
  bool before_;
};

struct Always {
  template <class T>
  bool operator()(const T&) const {
    return true;
  }
};

// A handler's result. One that is a coroutine (async.h) is run to its end here and now, while its message is there.
template <class Handler, class... Arguments>
decltype(auto) handle(Handler& handler, Arguments&&... arguments) {
  using Result = std::invoke_result_t<Handler&, Arguments...>;
  if constexpr (requires(Result result) { std::move(result).run_to_end(); })
    return std::invoke(handler, std::forward<Arguments>(arguments)...).run_to_end();
  else
    return std::invoke(handler, std::forward<Arguments>(arguments)...);
}

// May a copy of the condition look at what is gone later? Told by its bytes, but never by those between its members: what
// was left there must not decide what counts as a race. (Not is_trivially_copyable: g++ 12 denies it to closures of closures
// that captured a constant.)
template <class Predicate>
bool may_hold_pointer(const Predicate& predicate) {
  if constexpr (!std::is_trivially_copy_constructible_v<Predicate> || !std::is_trivially_destructible_v<Predicate>) {
    return true;
  } else {
#if __has_builtin(__builtin_clear_padding)
    Predicate copy(predicate);
    __builtin_clear_padding(&copy);
    return holds_pointer(&copy, sizeof copy);
#else
    return !std::has_unique_object_representations_v<Predicate> || holds_pointer(&predicate, sizeof predicate);
#endif
  }
}

template <class T, class Predicate, class Handler>
struct OnCase {
  using Value = T;
  Predicate predicate;
  Handler handler;
  Location where;

  bool matches(const Message& m) const {
    if constexpr (std::is_same_v<Predicate, Always>) {
      return holds<T>(m);
    } else {
      if (!holds<T>(m)) return false;
      const OnlyLooking only;
      return predicate(value_of<T>(m));
    }
  }

  decltype(auto) run(Message& m) {
    if constexpr (std::is_invocable_v<Handler&, T&&> && !std::is_invocable_v<Handler&, const T&>) {
      m.gone = true;
      return handle(handler, std::move(value_of<T>(m)));
    } else if constexpr (std::is_invocable_v<Handler&, const T&>) {
      return handle(handler, std::as_const(value_of<T>(m)));
    } else {
      return handle(handler);
    }
  }

  static std::string describe() {
    return std::string(type_name<T>()) + (std::is_same_v<Predicate, Always> ? "" : " (with a condition)");
  }

  // See Matcher::retain.
  auto retained() const {
    constexpr bool kStateless = std::is_empty_v<Predicate>;
    if constexpr (kStateless ? !std::is_copy_constructible_v<Predicate> : !std::is_trivially_copy_constructible_v<Predicate>) {
      return [](const Message& m) { return holds<T>(m); };
    } else {
      const bool keep = kStateless || !may_hold_pointer(predicate);
      return [kept = keep ? std::optional<Predicate>(predicate) : std::nullopt](const Message& m) {
        return holds<T>(m) && (!kept || m.gone || (*kept)(value_of<T>(m)));
      };
    }
  }
};

template <class Handler>
struct AnyCase {
  Handler handler;
  Location where;
  bool matches(const Message&) const { return true; }
  decltype(auto) run(Message& m) {
    if constexpr (std::is_invocable_v<Handler&, const AnyMessage&>)
      return handle(handler, AnyMessage(m));
    else
      return handle(handler);
  }
  static std::string describe() { return "anything"; }
  auto retained() const {
    return [](const Message&) { return true; };
  }
};

template <class Handler>
struct AfterCase {
  Duration duration;
  Handler handler;
  Location where;
};

template <class C>
inline constexpr bool kIsAfter = false;
template <class H>
inline constexpr bool kIsAfter<AfterCase<H>> = true;

// The matcher over a tuple of cases; remembers which case matched last.
template <class... Cases>
struct CaseSet {
  std::tuple<Cases&...> cases;
  std::size_t chosen = 0;

  bool match(const Message& m) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((std::get<I>(cases).matches(m) && (chosen = I, true)) || ...);
    }(std::index_sequence_for<Cases...>{});
  }

  Matcher matcher() {
    Matcher result;
    result.cases = this;
    result.match = [](void* self, const Message& m) { return static_cast<CaseSet*>(self)->match(m); };
    result.describe = [](const void*) {
      std::string text;
      ((text += (text.empty() ? "" : " or ") + Cases::describe()), ...);
      return text;
    };
    result.retain = [](const void* self) -> Pattern {
      return std::apply(
          [](const auto&... one) {
            return [kept = std::tuple(one.retained()...)](const Message& m) {
              return std::apply([&](const auto&... k) { return (k(m) || ...); }, kept);
            };
          },
          static_cast<const CaseSet*>(self)->cases);
    };
    return result;
  }
};

Message* await_message(const Matcher& matcher, Duration timeout, Location where);  // null: expired; or dead_letter

// Unwinding costs by the frame, and most tasks that are left at the end of a trial are blocked in a receive: hence the throw
// here, in the frame of whoever receives, and not where the task waited.
[[gnu::always_inline]] inline Message* await_or_die(const Matcher& matcher, Duration timeout, Location where) {
  Message* const message = await_message(matcher, timeout, where);
  if (message == &dead_letter) [[unlikely]]
    unwind_task();
  return message;
}

void done_with_message(Message* message);
bool keep_messages();  // the trial wants every message to stay whole

inline constexpr Duration kForever = Duration::max();

// Frees the message when the handler is through with it, also by an exception.
struct MessageGuard {
  Message* message;
  ~MessageGuard() { done_with_message(message); }
};

template <class Result, class... Cases>
Result dispatch(CaseSet<Cases...>& set, Message& m) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> Result {
    using Run = Result (*)(CaseSet<Cases...>&, Message&);
    static constexpr Run kRun[] = {[](CaseSet<Cases...>& s, Message& message) -> Result {
      if constexpr (std::is_void_v<Result>)
        std::get<I>(s.cases).run(message);
      else
        return static_cast<Result>(std::get<I>(s.cases).run(message));
    }...};
    return kRun[set.chosen](set, m);
  }(std::index_sequence_for<Cases...>{});
}

template <class Case>
struct ResultOf {
  using type = decltype(std::declval<Case&>().run(std::declval<Message&>()));
};
template <class H>
struct ResultOf<AfterCase<H>> {
  using type = decltype(handle(std::declval<H&>()));
};

template <class... Cases>
consteval bool after_is_last() {
  constexpr bool kAfter[] = {kIsAfter<Cases>...};
  for (std::size_t i = 0; i + 1 < sizeof...(Cases); ++i)
    if (kAfter[i]) return false;
  return true;
}

template <class... R>
struct CommonResult {
  using type = void;
};
template <class... R>
  requires(!(std::is_void_v<R> || ...))
struct CommonResult<R...> {
  using type = std::common_type_t<R...>;
};

template <class Result, class... Cases>
[[gnu::always_inline]] inline Result receive_cases(Duration timeout, auto&& on_timeout, Location where, Cases&... cases) {
  CaseSet<Cases...> set{std::tuple<Cases&...>(cases...)};
  const Matcher matcher = set.matcher();
  Message* message = await_or_die(matcher, timeout, where);
  if constexpr (sizeof...(Cases) > 0) {
    if (message) {
      MessageGuard guard{message};
      set.match(*message);  // the mailbox may have tried others since
      return dispatch<Result>(set, *message);
    }
  }
  return static_cast<Result>(handle(on_timeout));
}

}  // namespace detail

// A case: a message of type T (for which the predicate holds), given to the handler.
template <class T, class Handler>
auto on(Handler handler, Location where = {}) {
  return detail::OnCase<T, detail::Always, Handler>{{}, std::move(handler), where};
}
template <class T, class Predicate, class Handler>
  requires std::is_invocable_r_v<bool, Predicate&, const T&>
auto on(Predicate predicate, Handler handler, Location where = {}) {
  return detail::OnCase<T, Predicate, Handler>{std::move(predicate), std::move(handler), where};
}

// Whatever comes.
template <class Handler>
auto on_any(Handler handler, Location where = {}) {
  return detail::AnyCase<Handler>{std::move(handler), where};
}

// If nothing fits within the (virtual) time. after(0s, ...) looks, and goes on at once.
template <class Handler>
auto after(Duration duration, Handler handler, Location where = {}) {
  return detail::AfterCase<Handler>{duration, std::move(handler), where};
}

template <class First, class... Rest>
  requires requires(First& first) { first.handler; }
auto receive(First first, Rest... rest) {
  static_assert(detail::after_is_last<First, Rest...>(), "after(...) comes last in a receive, and once");
  using Result = typename detail::CommonResult<typename detail::ResultOf<First>::type,
                                               typename detail::ResultOf<Rest>::type...>::type;
  auto all = std::tie(first, rest...);
  constexpr std::size_t kCount = sizeof...(Rest) + 1;
  using Last = std::tuple_element_t<kCount - 1, std::tuple<First, Rest...>>;
  if constexpr (detail::kIsAfter<Last>) {
    auto& last = std::get<kCount - 1>(all);
    if constexpr (kCount == 1) {
      return detail::receive_cases<Result>(last.duration, last.handler, last.where);
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return detail::receive_cases<Result>(last.duration, last.handler, first.where, std::get<I>(all)...);
      }(std::make_index_sequence<kCount - 1>{});
    }
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return detail::receive_cases<Result>(
          detail::kForever, [&]() -> Result { std::abort(); }, first.where, std::get<I>(all)...);
    }(std::make_index_sequence<kCount>{});
  }
}

namespace detail {

// The value, for one who has received it.
template <class T>
[[gnu::always_inline]] inline T taken_from(Message* message) {
  MessageGuard guard{message};
  if constexpr (copies_unseen<T>()) {
    if (keep_messages()) return value_of<T>(std::as_const(*message));
  } else {
    message->gone = true;
  }
  return std::move(value_of<T>(*message));
}

// receive<T>(), in the frame of whoever receives.
template <class T, class Predicate>
[[gnu::always_inline]] inline T receive_here(Predicate& predicate, Location where) {
  OnCase<T, Predicate, int> one{std::move(predicate), 0, where};
  CaseSet<decltype(one)> set{std::tuple<decltype(one)&>(one)};
  return taken_from<T>(await_or_die(set.matcher(), kForever, where));
}

}  // namespace detail

// One message of type T, by value.
template <class T, class Predicate = detail::Always>
  requires std::is_invocable_r_v<bool, Predicate&, const T&>
T receive(Predicate predicate = {}, Location where = {}) {
  return detail::receive_here<T>(predicate, where);
}

// Nothing if none comes within the time.
template <class T, class Predicate = detail::Always>
  requires std::is_invocable_r_v<bool, Predicate&, const T&>
std::optional<T> receive(Duration timeout, Predicate predicate = {}, Location where = {}) {
  detail::OnCase<T, Predicate, int> one{std::move(predicate), 0, where};
  detail::CaseSet<decltype(one)> set{std::tuple<decltype(one)&>(one)};
  Message* message = detail::await_or_die(set.matcher(), timeout, where);
  if (!message) return std::nullopt;
  return detail::taken_from<T>(message);
}

// Removes every message that is there now, of one type or of all; returns how many.
std::size_t flush(Location where = {});
template <class T>
std::size_t flush(Location where = {}) {
  std::size_t count = 0;
  while (receive<T>(Duration::zero(), detail::Always{}, where)) ++count;
  return count;
}

// How many messages wait now (an operation: it can be told from sends).
std::size_t mailbox_length(Location where = {});

}  // namespace heddle
