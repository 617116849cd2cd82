// A function object that may hold move-only state (std::move_only_function is C++23).
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace heddle {

template <class Signature>
class UniqueCallable;

// Calls of at most 48 bytes of state need no allocation.
template <class Result, class... Arguments>
class UniqueCallable<Result(Arguments...)> {
 public:
  UniqueCallable() = default;

  template <class F>
    requires(!std::is_same_v<std::decay_t<F>, UniqueCallable> &&
             std::is_invocable_r_v<Result, std::decay_t<F>&, Arguments...>)
  UniqueCallable(F&& f) {  // NOLINT: meant to convert
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

  UniqueCallable(UniqueCallable&& other) noexcept { take(other); }
  UniqueCallable& operator=(UniqueCallable&& other) noexcept {
    if (this != &other) {
      reset();
      take(other);
    }
    return *this;
  }
  ~UniqueCallable() { reset(); }

  Result operator()(Arguments... arguments) {
    return operations_->call(storage_, std::forward<Arguments>(arguments)...);
  }
  explicit operator bool() const { return operations_ != nullptr; }

  void reset() {
    const Operations* const held = std::exchange(operations_, nullptr);  // for who comes here from a destructor
    if (held) held->destroy(storage_);
  }

 private:
  static constexpr std::size_t kInline = 48;

  struct Operations {
    Result (*call)(void*, Arguments...);
    void (*move)(void* from, void* to);
    void (*destroy)(void*);
  };

  template <class Held>
  static constexpr Operations kInlineOperations{
      [](void* p, Arguments... arguments) {
        return static_cast<Result>((*static_cast<Held*>(p))(std::forward<Arguments>(arguments)...));
      },
      [](void* from, void* to) {
        new (to) Held(std::move(*static_cast<Held*>(from)));
        static_cast<Held*>(from)->~Held();
      },
      [](void* p) { static_cast<Held*>(p)->~Held(); }};

  template <class Held>
  static constexpr Operations kHeapOperations{
      [](void* p, Arguments... arguments) {
        return static_cast<Result>((**static_cast<Held**>(p))(std::forward<Arguments>(arguments)...));
      },
      [](void* from, void* to) { *static_cast<Held**>(to) = *static_cast<Held**>(from); },
      [](void* p) { delete *static_cast<Held**>(p); }};

  void take(UniqueCallable& other) {
    operations_ = other.operations_;
    if (operations_) operations_->move(other.storage_, storage_);
    other.operations_ = nullptr;
  }

  const Operations* operations_ = nullptr;
  alignas(std::max_align_t) unsigned char storage_[kInline];
};

using UniqueFunction = UniqueCallable<void()>;

}  // namespace heddle
