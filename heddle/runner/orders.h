// The partial orders seen so far, by their hashes, in memory that all workers share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

// Counts the distinct ones and those seen exactly once. Bounded: when it is full, it says so and counts no more.
class Orders {
 public:
  explicit Orders(std::size_t slots = std::size_t{1} << 22);  // a power of two; 8 bytes each, taken when touched
  ~Orders();
  Orders(const Orders&) = delete;
  Orders& operator=(const Orders&) = delete;

  void add(std::uint64_t hash);
  std::uint64_t distinct() const { return head_->distinct.load(std::memory_order_relaxed); }
  std::uint64_t seen_once() const { return head_->once.load(std::memory_order_relaxed); }
  std::uint64_t common_with(const Orders& other) const;  // distinct ones that are in both
  bool full() const { return distinct() >= slots_ / 4 * 3; }

 private:
  bool has(std::uint64_t key) const;
  struct Head {
    std::atomic<std::uint64_t> distinct{0};
    std::atomic<std::uint64_t> once{0};
  };

  std::size_t slots_;
  std::size_t bytes_;
  Head* head_;
  std::atomic<std::uint64_t>* table_;  // hash with its lowest bit replaced: seen more than once; 0: free
};

}  // namespace heddle
