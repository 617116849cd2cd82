#include "heddle/runner/search_pool.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace heddle {

SearchPool::SearchPool() {
  void* memory = mmap(nullptr, sizeof(SharedPart) + kSlots * kSlotBytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  shared_ = new (memory) SharedPart;
}

SearchPool::~SearchPool() { munmap(shared_, sizeof(SharedPart) + kSlots * kSlotBytes); }

bool SearchPool::wanted() const {
  return shared_->waiting.load(std::memory_order_relaxed) > shared_->full.load(std::memory_order_relaxed);
}

bool SearchPool::put(std::string_view piece) {
  if (piece.size() > kSlotBytes) return false;
  for (Slot& slot : shared_->slots) {
    std::uint32_t expected = kFree;
    if (!slot.state.compare_exchange_strong(expected, kBusy)) continue;
    std::memcpy(bytes_of(slot), piece.data(), piece.size());
    slot.size = piece.size();
    shared_->open.fetch_add(1);  // before anybody can take it, and before its giver is at its end
    shared_->full.fetch_add(1);
    slot.state.store(kFull);
    return true;
  }
  return false;
}

bool SearchPool::take(std::string& piece) {
  if (shared_->full.load(std::memory_order_relaxed) == 0) return false;
  for (Slot& slot : shared_->slots) {
    std::uint32_t expected = kFull;
    if (!slot.state.compare_exchange_strong(expected, kBusy)) continue;
    shared_->full.fetch_sub(1);
    piece.assign(bytes_of(slot), slot.size);
    slot.state.store(kFree);
    return true;
  }
  return false;
}

}  // namespace heddle
