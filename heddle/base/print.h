// Text of any value, for traces: through fmt or operator<< if the type has one, field by field if it is a plain struct,
// an enum by the name of its value, else just its type.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle {

// "Ping" for `struct Ping`, without namespaces.
template <class T>
constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const auto start = text.find("T = ") + 4;
  auto end = text.find(';', start);
  if (end == std::string_view::npos) end = text.rfind(']');
  text = text.substr(start, end - start);
  int depth = 0;  // within arguments of templates and functions, which may have namespaces of their own
  std::size_t name = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == '>' || text[i] == ')' || text[i] == '}') --depth;
    if (depth == 0 && text[i] == ':' && text[i + 1] == ':') name = i + 2;
  }
  return text.substr(name);
}

// Is it a type of the standard library?
template <class T>
constexpr bool in_std() {
  const std::string_view text = __PRETTY_FUNCTION__;
  return text.substr(text.find("T = ") + 4).starts_with("std::");
}

template <class T>
std::string to_text(const T& value);

// "500 ms", "1.25 s": the largest unit that is not too large, exact.
std::string describe_time(std::chrono::nanoseconds time);

namespace detail {

// Only asked about, never called. It has a body all the same: without, clang refuses optionals of types without linkage.
struct AnyField {
  template <class U>
  operator U() const {
    __builtin_unreachable();
  }
};

struct AnyUnion {
  template <class U>
    requires std::is_union_v<U>
  operator U() const {
    __builtin_unreachable();
  }
};
template <class T>
struct AnyBase {
  template <class U>
    requires(std::is_base_of_v<U, T> && !std::is_same_v<U, T>)
  operator U() const {
    __builtin_unreachable();
  }
};

template <class T, std::size_t... I>
constexpr bool takes_fields(std::index_sequence<I...>) {
  return requires { T{((void)I, AnyField{})...}; };
}

// Number of fields of a plain struct, at most 8; 9 if unclear.
template <class T, std::size_t N = 8>
constexpr std::size_t field_count() {
  constexpr std::size_t kTooLarge = 16384;  // compilers make every element of an array to find that out
  if constexpr (sizeof(T) > kTooLarge)
    return 9;
  else if constexpr (takes_fields<T>(std::make_index_sequence<N + 1>{}))
    return 9;
  else if constexpr (N == 0 || takes_fields<T>(std::make_index_sequence<N>{}))
    return N;
  else
    return field_count<T, N - 1>();
}

template <class T>
concept PointsAtOne = requires(const T& value) {  // a smart pointer
  *value;
  static_cast<bool>(value);
  value.get();
};

template <class T>
concept Streamable = requires(std::ostream& out, const T& value) { out << value; };

// Can it be initialised with fields before, something of type Odd, and fields after?
template <class T, class Odd, std::size_t... Before, std::size_t... After>
constexpr bool takes(std::index_sequence<Before...>, std::index_sequence<After...>) {
  return requires { T{((void)Before, AnyField{})..., Odd{}, ((void)After, AnyField{})...}; };
}
// The same with braces, and so many inside.
template <class T, std::size_t... Before, std::size_t... Inner, std::size_t... After>
constexpr bool takes_braces(std::index_sequence<Before...>, std::index_sequence<Inner...>, std::index_sequence<After...>) {
  return requires { T{((void)Before, AnyField{})..., {((void)Inner, AnyField{})...}, ((void)After, AnyField{})...}; };
}

// Is it a union, or the beginning of an array, whose elements were counted as fields? Braces stand for one field, and for
// an array as a whole: then less may follow. Most fields can be empty braces; others are asked with something inside.
template <class T, std::size_t Fields, std::size_t At>
constexpr bool odd_at() {
  using Before = std::make_index_sequence<At>;
  if constexpr (takes<T, AnyUnion>(Before{}, std::make_index_sequence<Fields - At - 1>{})) {
    return true;
  } else if constexpr (takes_braces<T>(Before{}, std::index_sequence<>{}, std::make_index_sequence<Fields - At - 1>{})) {
    return false;
  } else {
    const auto array_of = []<std::size_t Length>(std::integral_constant<std::size_t, Length>) {
      using After = std::make_index_sequence<Fields - At - Length>;
      return takes_braces<T>(Before{}, std::index_sequence<>{}, After{}) ||
             takes_braces<T>(Before{}, std::make_index_sequence<Length>{}, After{});
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (array_of(std::integral_constant<std::size_t, I + 2>{}) || ...);
    }(std::make_index_sequence<Fields - At - 1>{});
  }
}

// The fields of a plain struct, if they can be named one by one; 0 if not: it has more than 8, a base, an array, a union.
template <class T>
constexpr std::size_t named_fields() {
  constexpr std::size_t n = field_count<T>();
  if constexpr (n > 8 || n == 0) {
    return 0;
  } else if constexpr (requires { T{AnyBase<T>{}}; }) {
    return 0;
  } else {
    constexpr bool odd = []<std::size_t... I>(std::index_sequence<I...>) {
      return (odd_at<T, n, I>() || ...);
    }(std::make_index_sequence<n>{});
    return odd ? 0 : n;
  }
}

// Returns visit(field, ...), or nothing if there are none. Not a tuple of references: a bit-field has none that outlives the call.
template <class T, class Visit>
auto with_fields(const T& v, Visit&& visit) {
  constexpr std::size_t n = named_fields<T>();
  if constexpr (n == 1) {
    const auto& [a] = v;
    return visit(a);
  } else if constexpr (n == 2) {
    const auto& [a, b] = v;
    return visit(a, b);
  } else if constexpr (n == 3) {
    const auto& [a, b, c] = v;
    return visit(a, b, c);
  } else if constexpr (n == 4) {
    const auto& [a, b, c, d] = v;
    return visit(a, b, c, d);
  } else if constexpr (n == 5) {
    const auto& [a, b, c, d, e] = v;
    return visit(a, b, c, d, e);
  } else if constexpr (n == 6) {
    const auto& [a, b, c, d, e, f] = v;
    return visit(a, b, c, d, e, f);
  } else if constexpr (n == 7) {
    const auto& [a, b, c, d, e, f, g] = v;
    return visit(a, b, c, d, e, f, g);
  } else if constexpr (n == 8) {
    const auto& [a, b, c, d, e, f, g, h] = v;
    return visit(a, b, c, d, e, f, g, h);
  }
}

template <class T>
constexpr bool has_plain_fields = std::is_aggregate_v<T> && !std::is_array_v<T> && !std::is_union_v<T> &&
                                  !std::is_polymorphic_v<T>;

// "red" for Color::red; nothing for a value that has no name.
template <auto V>
constexpr std::string_view enumerator_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const auto start = text.find("V = ") + 4;
  text = text.substr(start, text.find_first_of(";]", start) - start);
  if (const auto colon = text.rfind("::"); colon != std::string_view::npos) text.remove_prefix(colon + 2);
  return text.find(')') == std::string_view::npos ? text : std::string_view();  // "(Color)7"
}

inline constexpr std::size_t kNamedEnumerators = 64;  // from 0

// The names of an enum whose underlying type is fixed, as that of every enum class is: only there any number is a value.
template <class E>
constexpr auto enumerator_names() {
  if constexpr (requires { E{0}; }) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<E>(I)>()...};
    }(std::make_index_sequence<kNamedEnumerators>{});
  } else {
    return std::array<std::string_view, 0>{};
  }
}

// What a printer of the user's says. One that throws must not change what the test does: texts are made only when somebody
// watches.
template <class T, class Print>
std::string as_printed(Print&& print) {
  try {
    return print();
  } catch (const std::exception& error) {
    return fmt::format("{} (its printer throws: {})", type_name<T>(), error.what());
  }
}

template <class E>
std::string enum_text(E value) {
  // An unscoped enum would go into any stream, as a number: only an operator of its own is asked.
  if constexpr (std::is_default_constructible_v<fmt::formatter<E>>) {
    return as_printed<E>([&] { return fmt::format("{}", value); });
  } else if constexpr (requires(std::ostream& out) { operator<<(out, value); }) {
    return as_printed<E>([&] {
      std::ostringstream out;
      operator<<(out, value);
      return out.str();
    });
  } else {
    static constexpr auto kNames = enumerator_names<E>();
    const auto number = static_cast<long long>(value);
    if (number >= 0 && number < static_cast<long long>(kNames.size()))
      if (const std::string_view name = kNames[static_cast<std::size_t>(number)]; !name.empty()) return std::string(name);
    return fmt::format("{}({})", type_name<E>(), number);
  }
}

template <class T>
constexpr bool is_duration = false;
template <class Count, class Period>
constexpr bool is_duration<std::chrono::duration<Count, Period>> = true;

template <class T>
constexpr bool is_variant = false;
template <class... T>
constexpr bool is_variant<std::variant<T...>> = true;

}  // namespace detail

template <class T>
std::string to_text(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_pointer_v<T>) {
    if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, char>) return value ? value : "null";
    return value ? "pointer" : "null";  // addresses would differ from run to run
  } else if constexpr (detail::PointsAtOne<T>) {
    return value ? "pointer" : "null";
  } else if constexpr (std::is_enum_v<T>) {
    return detail::enum_text(value);
  } else if constexpr (detail::is_duration<T>) {
    constexpr double kLargest = 9e9;  // seconds; more nanoseconds than that are not counted
    const double seconds = std::chrono::duration<double>(value).count();
    if (!(seconds > -kLargest && seconds < kLargest)) return fmt::format("{:.3g} s", seconds);
    return describe_time(std::chrono::duration_cast<std::chrono::nanoseconds>(value));
  } else if constexpr (detail::is_variant<T>) {
    if (value.valueless_by_exception()) return "nothing";
    return std::visit([](const auto& held) { return to_text(held); }, value);
  } else if constexpr (requires { value.has_value(); *value; }) {
    return value.has_value() ? to_text(*value) : "none";
  } else if constexpr (fmt::is_formattable<T>::value) {
    return detail::as_printed<T>([&] { return fmt::format("{}", value); });
  } else if constexpr (detail::Streamable<T>) {
    return detail::as_printed<T>([&] {
      std::ostringstream out;
      out << value;
      return out.str();
    });
  } else if constexpr (requires { value.begin(); value.end(); }) {
    std::string text = "[";
    for (const auto& item : value) text += (text.size() > 1 ? ", " : "") + to_text(item);
    return text + "]";
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    std::string text;
    std::apply([&](const auto&... item) { ((text += (text.empty() ? "" : ", ") + to_text(item)), ...); }, value);
    return "(" + text + ")";
  } else if constexpr (detail::has_plain_fields<T>) {
    std::string text(type_name<T>());
    if constexpr (detail::named_fields<T>() > 0 || std::is_empty_v<T>) {
      text += "{";
      bool first = true;
      detail::with_fields(value, [&](const auto&... field) {
        ((text += (first ? "" : ", ") + to_text(field), first = false), ...);
      });
      text += "}";
    }
    return text;
  } else {
    return std::string(type_name<T>());
  }
}

}  // namespace heddle
