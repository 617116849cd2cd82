// A function object that may hold move-only state (std::move_only_function is C++23).
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace heddle {

// Calls of at most 48 bytes of state need no allocation.
class UniqueFunction {
 public:
  UniqueFunction() = default;

  template <class F>
    requires(!std::is_same_v<std::decay_t<F>, UniqueFunction> && std::is_invocable_v<std::decay_t<F>&>)
  UniqueFunction(F&& f) {  // NOLINT: meant to convert
    using Held = std::decay_t<F>;
    if constexpr (sizeof(Held) <= kInline && alignof(Held) <= alignof(std::max_align_t) &&
                  std::is_nothrow_move_constructible_v<Held>) {
      new (storage_) Held(std::forward<F>(f));
      operations_ = &kInlineOperations<Held>;
    } else {
      *reinterpret_cast<Held**>(storage_) = new Held(std::forward<F>(f));
      operations_ = &kHeapOperations<Held>;
    }
  }

  UniqueFunction(UniqueFunction&& other) noexcept { take(other); }
  UniqueFunction& operator=(UniqueFunction&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~UniqueFunction() { reset(); }

  void operator()() { operations_->call(storage_); }
  explicit operator bool() const { return operations_ != nullptr; }

  void reset() {
    if (operations_) operations_->destroy(storage_);
    operations_ = nullptr;
  }

 private:
  static constexpr std::size_t kInline = 48;

  struct Operations {
    void (*call)(void*);
    void (*move)(void* from, void* to);
    void (*destroy)(void*);
  };

  template <class Held>
  static constexpr Operations kInlineOperations{
      [](void* p) { (*static_cast<Held*>(p))(); },
      [](void* from, void* to) {
        new (to) Held(std::move(*static_cast<Held*>(from)));
        static_cast<Held*>(from)->~Held();
      },
      [](void* p) { static_cast<Held*>(p)->~Held(); }};

  template <class Held>
  static constexpr Operations kHeapOperations{
      [](void* p) { (**static_cast<Held**>(p))(); },
      [](void* from, void* to) { *static_cast<Held**>(to) = *static_cast<Held**>(from); },
      [](void* p) { delete *static_cast<Held**>(p); }};

  void take(UniqueFunction& other) {
    operations_ = other.operations_;
    if (operations_) operations_->move(other.storage_, storage_);
    other.operations_ = nullptr;
  }

  const Operations* operations_ = nullptr;
  alignas(std::max_align_t) unsigned char storage_[kInline];
};

}  // namespace heddle
