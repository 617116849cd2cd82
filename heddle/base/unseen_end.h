// Can anybody tell when a value is destroyed, or that it was copied? Not of numbers, texts, containers and plain structs of such.
// Of whatever shares, or has a destructor or a copy constructor of its own, perhaps.
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

// A class that knows better than what can be seen from here specialises it.
template <class T>
inline constexpr bool kKnownToEndUnseen = false;

namespace detail {

// Those that are being looked at, since a struct may contain a container of its own kind.
template <class... T>
struct Under {};

template <class T, class Above>
inline constexpr bool kIsAmong = false;
template <class T, class... Above>
inline constexpr bool kIsAmong<T, Under<Above...>> = (std::is_same_v<T, Above> || ...);

template <class T, class Above>
struct EndsUnseen;

// A container of the standard library, with its usual allocator.
template <class T>
concept StandardContainer = requires(const T& value) {
  typename T::allocator_type;
  value.begin();
} && std::is_same_v<typename T::allocator_type, std::allocator<typename T::value_type>> && in_std<T>();

// What tells keys apart may have an end of its own.
template <class T, class Above>
consteval bool keys_end_unseen() {
  if constexpr (requires { typename T::key_compare; })
    return EndsUnseen<typename T::key_compare, Above>::value;
  else if constexpr (requires { typename T::hasher; })
    return EndsUnseen<typename T::hasher, Above>::value && EndsUnseen<typename T::key_equal, Above>::value;
  else
    return true;
}

// A destructor of its own leaves a plain struct without what the compiler makes, which moves as well as the fields do.
template <class T, class... Field>
inline constexpr bool kDestroysOnlyFields = (std::is_trivially_destructible_v<Field> && ...)
                                                ? std::is_trivially_destructible_v<T>
                                                : (std::is_nothrow_move_constructible_v<Field> && ...) &&
                                                      std::is_nothrow_move_constructible_v<T>;

template <class T, class... Above>
consteval bool ends_unseen(Under<Above...>) {
  using Here = Under<T, Above...>;
  if constexpr (kKnownToEndUnseen<T> || kIsAmong<T, Under<Above...>>) {
    return true;
  } else if constexpr (std::is_trivially_destructible_v<T> && std::is_trivially_copy_constructible_v<T>) {
    return true;
  } else if constexpr (StandardContainer<T>) {
    return EndsUnseen<typename T::value_type, Here>::value && keys_end_unseen<T, Here>();
  } else if constexpr (has_plain_fields<T>) {
    using Fields = decltype(with_fields(std::declval<const T&>(), []<class... Field>(const Field&...) {
      return std::bool_constant<(EndsUnseen<Field, Here>::value && ...) && kDestroysOnlyFields<T, Field...>>{};
    }));
    if constexpr (std::is_void_v<Fields>)
      return false;
    else
      return Fields::value;
  } else {
    return false;
  }
}

template <class T, class Above>
struct EndsUnseen : std::bool_constant<ends_unseen<T>(Above{})> {};
template <class T, class Above>
struct EndsUnseen<const T, Above> : EndsUnseen<T, Above> {};
template <class T, class Above>
struct EndsUnseen<std::optional<T>, Above> : EndsUnseen<T, Above> {};
template <class T, class Above>
struct EndsUnseen<std::unique_ptr<T>, Above>
    : std::bool_constant<EndsUnseen<T, Above>::value && !std::is_polymorphic_v<T>> {};
template <class T, std::size_t N, class Above>
struct EndsUnseen<std::array<T, N>, Above> : EndsUnseen<T, Above> {};
template <class A, class B, class Above>
struct EndsUnseen<std::pair<A, B>, Above>
    : std::bool_constant<EndsUnseen<A, Above>::value && EndsUnseen<B, Above>::value> {};
template <class... T, class Above>
struct EndsUnseen<std::tuple<T...>, Above> : std::bool_constant<(EndsUnseen<T, Above>::value && ...)> {};
template <class... T, class Above>
struct EndsUnseen<std::variant<T...>, Above> : std::bool_constant<(EndsUnseen<T, Above>::value && ...)> {};

template <class T, class Above>
struct Copies;

template <class T, class... Above>
consteval bool copies(Under<Above...>) {
  if constexpr (kIsAmong<T, Under<Above...>>) {
    return true;
  } else if constexpr (!std::is_copy_constructible_v<T>) {
    return false;
  } else if constexpr (StandardContainer<T>) {
    return Copies<typename T::value_type, Under<T, Above...>>::value;
  } else if constexpr (!std::is_trivially_copy_constructible_v<T> && has_plain_fields<T>) {
    using Fields = decltype(with_fields(std::declval<const T&>(), []<class... Field>(const Field&...) {
      return std::bool_constant<(Copies<Field, Under<T, Above...>>::value && ...)>{};
    }));
    if constexpr (std::is_void_v<Fields>)
      return false;
    else
      return Fields::value;
  } else {
    return true;
  }
}

template <class T, class Above>
struct Copies : std::bool_constant<copies<std::remove_const_t<T>>(Above{})> {};
template <template <class...> class Of, class... T, class Above>
  requires(in_std<Of<T...>>() && !StandardContainer<Of<T...>>)
struct Copies<Of<T...>, Above>
    : std::bool_constant<std::is_copy_constructible_v<Of<T...>> && (Copies<T, Above>::value && ...)> {};
template <class T, std::size_t N, class Above>
struct Copies<std::array<T, N>, Above> : Copies<T, Above> {};

}  // namespace detail

template <class T>
inline constexpr bool kEndsUnseen = detail::EndsUnseen<T, detail::Under<>>::value;

// Does it, and can it be copied? A vector of what cannot be says that it can.
template <class T>
consteval bool copies_unseen() {
  if constexpr (kEndsUnseen<T>)
    return detail::Copies<T, detail::Under<>>::value;
  else
    return false;
}

}  // namespace heddle
