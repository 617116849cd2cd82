// Can anybody tell when a value is destroyed? Not of numbers, texts, containers and plain structs of such. Of whatever
// shares, refers to itself or has a destructor of its own, perhaps.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "heddle/base/print.h"

namespace heddle {

template <class T>
struct EndsUnseen;

namespace detail {

// A container of the standard library, with its usual allocator.
template <class T>
concept StandardContainer = requires(const T& value) {
  typename T::allocator_type;
  value.begin();
} && std::is_same_v<typename T::allocator_type, std::allocator<typename T::value_type>> && in_std<T>();

template <class T>
consteval bool ends_unseen() {
  if constexpr (std::is_trivially_destructible_v<T>) {
    return true;
  } else if constexpr (StandardContainer<T>) {
    return EndsUnseen<typename T::value_type>::value;
  } else if constexpr (has_plain_fields<T>) {
    using Fields = decltype(with_fields(std::declval<const T&>(), [](const auto&... field) {
      return std::bool_constant<(EndsUnseen<std::decay_t<decltype(field)>>::value && ...)>{};
    }));
    if constexpr (std::is_void_v<Fields>)
      return false;
    else
      return Fields::value;
  } else {
    return false;
  }
}

}  // namespace detail

// A class that knows better than what can be seen from here specialises it.
template <class T>
struct EndsUnseen : std::bool_constant<detail::ends_unseen<T>()> {};
template <class T>
struct EndsUnseen<const T> : EndsUnseen<T> {};
template <class T>
struct EndsUnseen<std::optional<T>> : EndsUnseen<T> {};
template <class T>
struct EndsUnseen<std::unique_ptr<T>> : std::bool_constant<EndsUnseen<T>::value && !std::is_polymorphic_v<T>> {};
template <class T, std::size_t N>
struct EndsUnseen<std::array<T, N>> : EndsUnseen<T> {};
template <class A, class B>
struct EndsUnseen<std::pair<A, B>> : std::bool_constant<EndsUnseen<A>::value && EndsUnseen<B>::value> {};
template <class... T>
struct EndsUnseen<std::tuple<T...>> : std::bool_constant<(EndsUnseen<T>::value && ...)> {};
template <class... T>
struct EndsUnseen<std::variant<T...>> : std::bool_constant<(EndsUnseen<T>::value && ...)> {};

}  // namespace heddle
