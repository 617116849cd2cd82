// Checks, logs and choices inside a test.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "heddle/base/location.h"
#include "heddle/engine/decision.h"

namespace heddle {

namespace detail {

[[noreturn]] void fail_check(std::string_view message, Location where);
void check_failed(std::string_view message, Location where);  // comes back when the trial is over and all tasks are unwound
bool wants_log();
void write_log(std::string_view text);

// A format string that knows where it stands in the code, so that check() can take arguments and still say where.
template <class... Args>
struct FormatAt {
  fmt::format_string<Args...> format;
  Location where;

  template <class S>
    requires std::convertible_to<const S&, std::string_view>
  consteval FormatAt(const S& text, Location at = {}) : format(text), where(at) {}  // NOLINT: meant to convert
};

}  // namespace detail

// Ends the trial with a failure unless the condition holds. The text is formatted as by fmt.
inline void check(bool condition, Location where = {}) {
  if (!condition) [[unlikely]]
    detail::check_failed("a check does not hold", where);
}

template <class... Args>
void check(bool condition, detail::FormatAt<std::type_identity_t<Args>...> text, Args&&... args) {
  if (!condition) [[unlikely]]
    detail::check_failed(fmt::format(text.format, std::forward<Args>(args)...), text.where);
}

// Ends the trial with a failure.
template <class... Args>
[[noreturn]] void fail(detail::FormatAt<std::type_identity_t<Args>...> text, Args&&... args) {
  detail::fail_check(fmt::format(text.format, std::forward<Args>(args)...), text.where);
}

// A line in the story of the trial, if it fails. Costs nothing while exploring: the text is made when a failure is
// replayed for its report.
template <class... Args>
void log(detail::FormatAt<std::type_identity_t<Args>...> text, Args&&... args) {
  if (detail::wants_log()) detail::write_log(fmt::format(text.format, std::forward<Args>(args)...));
}

// --- choices: drawn by the strategy, recorded in the schedule ---

// 0 .. n-1.
std::uint32_t choose(std::uint32_t n, Location where = {});

// By weight: an index, more often the heavier it is. Weights that are not positive are never chosen. All together must be
// finite.
std::uint32_t choose_weighted(std::span<const double> weights, Location where = {});

inline bool flip(Location where = {}) { return choose(2, where) == 1; }

// An element of a container. It must not be empty.
template <class Range>
auto& one_of(Range& range, Location where = {}) {
  const auto n = static_cast<std::uint32_t>(std::size(range));
  return *std::next(std::begin(range), choose(n, where));
}
template <class T>
T one_of(std::initializer_list<T> list, Location where = {}) {
  return *std::next(list.begin(), choose(static_cast<std::uint32_t>(list.size()), where));
}

}  // namespace heddle
