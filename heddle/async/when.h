// Several at once: all of them, or whichever is first.
//
//   auto [a, b] = co_await when_all(start("a", f()), start("b", g()));
//   std::vector<int> all = co_await when_all(std::move(many));
//   auto [index, value] = co_await when_any(replies);            // std::vector<Future<T>>
//   auto first = co_await when_any(start("work", f()), start("limit", limit(5s)));
//   if (first.index() == 1) ...                                  // std::variant by position
//
// They take futures, started coroutines, and coroutines that are not started yet, which are then started in order. In a
// plain function: run(when_all(...)).
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/async/start.h"

namespace heddle {

namespace detail {

template <class T>
Future<T> as_future(Future<T> future) {
  return future;
}
template <class T>
Future<T> as_future(Async<T> coroutine) {
  return start("coroutine", std::move(coroutine));
}

template <class A>
concept Awaited = requires(A a) { detail::as_future(std::move(a)); };
template <Awaited A>
using ResultOfAwaited = typename decltype(detail::as_future(std::declval<A>()))::Result;

// In tuples and variants, where void cannot be.
template <class T>
using OrNothing = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

template <class T>
OrNothing<T> take_result(const Future<T>& future) {
  if constexpr (std::is_void_v<T>) {
    future.state()->result();
    return {};
  } else {
    return future.state()->result();
  }
}

// Which of these is done first; of several that are done already, the first in the list. One operation for each.
std::size_t wait_for_any(const std::vector<std::shared_ptr<Completion>>& completions, Location where);

template <class... T>
Async<std::tuple<OrNothing<T>...>> all_of(std::tuple<Future<T>...> futures, Location where) {
  std::apply([&](const auto&... future) { (future.state()->wait(where), ...); }, futures);
  std::apply([](const auto&... future) { (future.state()->see(), ...); }, futures);
  co_return std::apply([](const auto&... future) { return std::tuple<OrNothing<T>...>{take_result(future)...}; },
                       futures);
}

template <class... T>
Async<std::variant<OrNothing<T>...>> any_of(std::tuple<Future<T>...> futures, Location where) {
  const std::size_t winner = wait_for_any(
      std::apply([](const auto&... future) { return std::vector<std::shared_ptr<Completion>>{future.state()...}; },
                 futures),
      where);
  co_return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using Results = std::variant<OrNothing<T>...>;
    using Take = Results (*)(const std::tuple<Future<T>...>&);
    static constexpr Take kTake[] = {[](const std::tuple<Future<T>...>& all) {
      return Results(std::in_place_index<I>, take_result(std::get<I>(all)));
    }...};
    return kTake[winner](futures);
  }(std::index_sequence_for<T...>{});
}

}  // namespace detail

// The first of several to be done, and its result.
template <class T>
struct First {
  std::size_t index;
  T value;
};
template <>
struct First<void> {
  std::size_t index;
};

// Waits for all of them, also if one fails; then the exception of the first in order that did is rethrown, and
// the others are lost. void is
// std::monostate in the tuple.
template <detail::Awaited... A>
  requires(sizeof...(A) > 0)
Async<std::tuple<detail::OrNothing<detail::ResultOfAwaited<A>>...>> when_all(A... awaited) {
  return detail::all_of<detail::ResultOfAwaited<A>...>(
      std::tuple<Future<detail::ResultOfAwaited<A>>...>{detail::as_future(std::move(awaited))...}, Location::none());
}

// The same for any number; the results in order, or nothing if there are none.
template <detail::Awaited A, class T = detail::ResultOfAwaited<A>>
Async<std::conditional_t<std::is_void_v<T>, void, std::vector<detail::OrNothing<T>>>> when_all(std::vector<A> awaited,
                                                                                               Location where = {}) {
  std::vector<Future<T>> futures;
  for (A& one : awaited) futures.push_back(detail::as_future(std::move(one)));
  for (const Future<T>& future : futures) future.state()->wait(where);
  for (const Future<T>& future : futures) future.state()->see();
  if constexpr (std::is_void_v<T>) {
    for (const Future<T>& future : futures) future.state()->result();
  } else {
    std::vector<T> results;
    for (const Future<T>& future : futures) results.push_back(future.state()->result());
    co_return results;
  }
}

// Waits until one of them is done, and gives its result, or rethrows its exception. The others go on; cancel() those
// that should not, by handles that were kept. An exception of one of them that nobody sees is a failure, as ever.
template <detail::Awaited... A>
  requires(sizeof...(A) > 0)
Async<std::variant<detail::OrNothing<detail::ResultOfAwaited<A>>...>> when_any(A... awaited) {
  return detail::any_of<detail::ResultOfAwaited<A>...>(
      std::tuple<Future<detail::ResultOfAwaited<A>>...>{detail::as_future(std::move(awaited))...}, Location::none());
}

template <detail::Awaited A, class T = detail::ResultOfAwaited<A>>
Async<First<T>> when_any(std::vector<A> awaited, Location where = {}) {
  std::vector<Future<T>> futures;
  std::vector<std::shared_ptr<detail::Completion>> completions;
  for (A& one : awaited) {
    futures.push_back(detail::as_future(std::move(one)));
    completions.push_back(futures.back().state());
  }
  const std::size_t winner = detail::wait_for_any(completions, where);
  if constexpr (std::is_void_v<T>) {
    futures[winner].state()->result();
    co_return First<T>{winner};
  } else {
    co_return First<T>{winner, futures[winner].state()->result()};
  }
}

}  // namespace heddle
