// A hash of any value, the same in every process: of numbers, text, optional values, variants, containers and plain
// structs through their parts. What it cannot look into hashes to 0, so use it only where equality has the last word.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "heddle/base/hash.h"
#include "heddle/base/print.h"

namespace heddle {

template <class T>
std::uint64_t hash_value(const T& value) {
  if constexpr (requires {
                  { value.hash() } -> std::convertible_to<std::uint64_t>;
                }) {
    return value.hash();
  } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return mix(static_cast<std::uint64_t>(value) + 1);
  } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, float>) {
    return mix(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return hash_text(value);
  } else if constexpr (detail::is_variant<T>) {
    return combine(value.index(), std::visit([](const auto& held) { return hash_value(held); }, value));
  } else if constexpr (requires {
                         value.has_value();
                         *value;
                       }) {
    return value.has_value() ? combine(1, hash_value(*value)) : 0;
  } else if constexpr (requires {
                         value.begin();
                         value.end();
                       }) {
    std::uint64_t sum = 0;
    for (const auto& item : value) sum = combine(sum, hash_value(item));
    return sum;
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    std::uint64_t sum = 0;
    std::apply([&](const auto&... item) { ((sum = combine(sum, hash_value(item))), ...); }, value);
    return sum;
  } else if constexpr (detail::has_plain_fields<T>) {
    std::uint64_t sum = 0;
    if constexpr (detail::field_count<T>() <= 8)
      std::apply([&](const auto&... field) { ((sum = combine(sum, hash_value(field))), ...); }, detail::fields(value));
    return sum;
  } else {
    return 0;
  }
}

}  // namespace heddle
