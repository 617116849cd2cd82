// Plain data in memory that a process shares with the children it forks later.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

namespace heddle {

template <class T>
class Shared {
 public:
  Shared() {
    void* memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    value_ = new (memory) T;
  }
  ~Shared() { munmap(value_, sizeof(T)); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  T& operator*() const { return *value_; }
  T* operator->() const { return value_; }

 private:
  T* value_;
};

// Bytes that only grow, up to a limit; what does not fit is left out. Readable after the writer has died.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t capacity) : capacity_(capacity) {
    void* memory = mmap(nullptr, sizeof(Head) + capacity, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    head_ = new (memory) Head;
  }
  ~SharedBytes() { munmap(head_, sizeof(Head) + capacity_); }
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;

  bool append(const void* data, std::size_t size) {
    const std::size_t used = head_->used.load(std::memory_order_relaxed);
    if (size > capacity_ - used) return false;
    if (size == 0) return true;  // `data` of nothing may be null, which memcpy must not see
    std::memcpy(bytes() + used, data, size);
    head_->used.store(used + size, std::memory_order_release);
    return true;
  }
  void clear() { head_->used.store(0, std::memory_order_relaxed); }
  std::string_view view() const { return {bytes(), head_->used.load(std::memory_order_acquire)}; }

 private:
  struct Head {
    std::atomic<std::size_t> used{0};
  };
  char* bytes() const { return reinterpret_cast<char*>(head_ + 1); }

  std::size_t capacity_;
  Head* head_;
};

}  // namespace heddle
