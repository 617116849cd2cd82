#include "heddle/runner/orders.h"

#include <sys/mman.h>

#include <new>

#include "heddle/base/hash.h"

namespace heddle {
namespace {

// Without the bit that says whether it was seen again, and never 0.
std::uint64_t key_of(std::uint64_t hash) { return (mix(hash) | 2) & ~std::uint64_t{1}; }

}  // namespace

Orders::Orders(std::size_t slots) : slots_(slots), bytes_(sizeof(Head) + slots * sizeof(std::uint64_t)) {
  void* memory =
      mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  head_ = new (memory) Head;
  table_ = reinterpret_cast<std::atomic<std::uint64_t>*>(head_ + 1);
}

Orders::~Orders() { munmap(head_, bytes_); }

void Orders::add(std::uint64_t hash) {
  const std::uint64_t key = key_of(hash);
  for (std::size_t i = (key >> 1) & (slots_ - 1);; i = (i + 1) & (slots_ - 1)) {
    std::uint64_t found = table_[i].load(std::memory_order_relaxed);
    if (found == 0) {
      if (full()) return;
      if (table_[i].compare_exchange_strong(found, key, std::memory_order_relaxed)) {
        head_->distinct.fetch_add(1, std::memory_order_relaxed);
        head_->once.fetch_add(1, std::memory_order_relaxed);
        return;
      }
    }
    if ((found & ~std::uint64_t{1}) == key) {
      if (!(table_[i].fetch_or(1, std::memory_order_relaxed) & 1)) head_->once.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
  }
}

bool Orders::has(std::uint64_t key) const {
  for (std::size_t i = (key >> 1) & (slots_ - 1);; i = (i + 1) & (slots_ - 1)) {
    const std::uint64_t found = table_[i].load(std::memory_order_relaxed) & ~std::uint64_t{1};
    if (found == key || found == 0) return found == key;
  }
}

std::uint64_t Orders::common_with(const Orders& other) const {
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < slots_; ++i) {
    const std::uint64_t key = table_[i].load(std::memory_order_relaxed) & ~std::uint64_t{1};
    if (key != 0 && other.has(key)) ++common;
  }
  return common;
}

}  // namespace heddle
