// What a coroutine or a promise holds once it is done: a value of any kind, movable only, a reference, or nothing.
// Internal.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace heddle::detail {

template <class T>
class Value {
 public:
  template <class U>
  void put(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  bool there() const { return value_.has_value(); }
  T take() { return std::move(*value_); }
  // For one of several that want it: what can be copied is.
  T share() {
    if constexpr (std::is_copy_constructible_v<T>)
      return *value_;
    else
      return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <class T>
class Value<T&> {
 public:
  void put(T& value) { value_ = std::addressof(value); }
  bool there() const { return value_ != nullptr; }
  T& take() { return *value_; }
  T& share() { return *value_; }

 private:
  T* value_ = nullptr;
};

template <>
class Value<void> {
 public:
  void put() { there_ = true; }
  bool there() const { return there_; }
  void take() {}
  void share() {}

 private:
  bool there_ = false;
};

}  // namespace heddle::detail
