// Fingerprints: 128 bits that are equal for equal states, in every process and build, and different for different ones
// but for bad luck that nobody will ever have.
//
//   print.add(term).add(log);        // numbers, text, enums, containers, optionals, variants, plain structs of these
//
// What cannot be looked into (a class without public fields, a pointer to nothing in particular) makes the whole
// fingerprint unknown: it then equals none, not even itself.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "heddle/base/hash.h"
#include "heddle/base/print.h"

namespace heddle {

// The bits alone. Those of what is not known are zero, and so are no others.
struct Print {
  std::uint64_t low = 0, high = 0;
  explicit constexpr operator bool() const { return (low | high) != 0; }
  friend constexpr bool operator==(Print, Print) = default;
};

class Fingerprint {
 public:
  Fingerprint() = default;
  // Of what is to be compared within one trial, or with trials that have given out the same names.
  struct WithNames {};
  explicit Fingerprint(WithNames) : with_names_(true) {}

  template <class T>
  Fingerprint& add(const T& value);

  Fingerprint& add_number(std::uint64_t value) {
    low_ = mix((low_ ^ value) * 0x9e3779b97f4a7c15ull + 1);
    high_ = (high_ + value) * 0xd6e8feb86659fd93ull;
    high_ ^= high_ >> 32;
    ++parts_;
    return *this;
  }

  Fingerprint& add_text(std::string_view text) { return add_number(hash_text(text)).add_number(text.size()); }

  // Something that is told from others of its kind, but what it is called says nothing: a request, a task. The first
  // that is added becomes number 1, and so on.
  Fingerprint& add_name(std::uint64_t unique) {
    if (with_names_) return add_number(unique);
    const auto found = std::find(names_.begin(), names_.end(), unique);
    const auto number = static_cast<std::uint64_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(unique);
    return add_number(number);
  }

  // Parts whose order says nothing.
  Fingerprint& add_unordered(const Fingerprint& part) {
    if (unknown_.empty()) unknown_ = part.unknown_;
    low_sum_ += mix(part.low());
    high_sum_ += mix(part.high());
    parts_ += part.parts_;
    return *this;
  }

  // `what` is static text for people.
  Fingerprint& add_unknown(std::string_view what) {
    if (unknown_.empty()) unknown_ = what;
    return *this;
  }

  Print print() const { return known() ? Print{low(), high() | 1} : Print{}; }
  bool known() const { return unknown_.empty(); }
  std::string_view unknown() const { return unknown_; }  // the first such thing
  std::uint64_t parts() const { return parts_; }  // how much went into it
  std::uint64_t low() const { return mix(low_ + low_sum_); }
  std::uint64_t high() const { return mix(high_ + high_sum_); }

  friend bool operator==(const Fingerprint& a, const Fingerprint& b) {
    return a.known() && b.known() && a.low() == b.low() && a.high() == b.high();
  }

 private:
  std::uint64_t low_ = 0x243f6a8885a308d3ull, high_ = 0x13198a2e03707344ull;
  std::uint64_t low_sum_ = 0, high_sum_ = 0;
  std::uint64_t parts_ = 0;
  std::string_view unknown_;
  std::vector<std::uint64_t> names_;
  bool with_names_ = false;
};

namespace detail {

template <class T>
concept AddsItself = requires(const T& value, Fingerprint& print) { value.fingerprint(print); };

template <class T>
concept Unordered = requires { typename T::hasher; };

// Only of the library's own types it is known that what they can do is all that they are.
template <class T>
concept StandardText = std::convertible_to<const T&, std::string_view> &&
                       (in_std<T>() || std::is_array_v<T> || std::is_pointer_v<T>);
template <class T>
concept StandardOptional = in_std<T>() && requires(const T& value) {
  value.has_value();
  *value;
} && !requires(const T& value) { value.error(); };
template <class T>
concept StandardRange = in_std<T>() && requires(const T& value) {
  value.begin();
  value.end();
} && !std::is_same_v<std::decay_t<decltype(*std::declval<const T&>().begin())>, T>;  // as that of a path is

}  // namespace detail

// A class may have `void fingerprint(Fingerprint&) const` of its own.
template <class T>
Fingerprint& Fingerprint::add(const T& value) {
  if constexpr (detail::AddsItself<T>) {
    value.fingerprint(*this);
  } else if constexpr (std::is_enum_v<T>) {
    add_number(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    add_number(hash_text(fmt::format("{:a}", value)));
  } else if constexpr (std::is_integral_v<T>) {
    add_number(static_cast<std::uint64_t>(value));
  } else if constexpr (detail::StandardText<T>) {
    if constexpr (std::is_pointer_v<T>) {
      if (!value) return add_number(0);
    }
    add_text(value);
  } else if constexpr (detail::is_duration<T>) {
    add(value.count());
  } else if constexpr (detail::is_variant<T>) {
    add_number(value.index());
    std::visit([this](const auto& held) { this->add(held); }, value);  // clang does not see a use in add(held)
  } else if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, std::nullptr_t>) {
    add_number(0);
  } else if constexpr (detail::PointsAtOne<T> && in_std<T>()) {  // smart pointers: what they point at
    add_number(static_cast<bool>(value));
    if constexpr (requires { sizeof(*value); }) {
      if (with_names_ && std::is_copy_constructible_v<T>)
        add_unknown("memory that is shared");
      else if (value)
        add(*value);
    } else {
      add_unknown(type_name<T>());  // it is only declared
    }
  } else if constexpr (detail::StandardOptional<T>) {
    add_number(value.has_value());
    if (value.has_value()) add(*value);
  } else if constexpr (detail::StandardRange<T>) {
    std::uint64_t count = 0;
    for (const auto& item : value) {
      ++count;
      if constexpr (detail::Unordered<T>)
        add_unordered((with_names_ ? Fingerprint(WithNames{}) : Fingerprint()).add(item));
      else
        add(item);
    }
    add_number(count);
  } else if constexpr (in_std<T>() && requires { std::tuple_size<T>::value; }) {
    std::apply([&](const auto&... item) { (add(item), ...); }, value);
  } else if constexpr (std::is_empty_v<T>) {
    add_number(0);
  } else if constexpr (detail::has_plain_fields<T> && detail::named_fields<T>() > 0) {
    detail::with_fields(value, [&](const auto&... field) { (add(field), ...); });
  } else {
    add_unknown(type_name<T>());
  }
  return *this;
}

}  // namespace heddle
