// Work that searches in several processes hand to one another.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

// Made before the workers are forked, in memory that they share. A piece is what GraphSearch::give() makes.
class SearchPool {
 public:
  SearchPool();
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  // --- for workers ------------------------------------------------------------------------------------------------

  // Does anybody wait for work, and is there none?
  bool wanted() const;
  // False: there is no room for it.
  bool put(std::string_view piece);
  // False: nothing is there at the moment.
  bool take(std::string& piece);
  // The number of the execution that comes next, from 0, among all workers.
  std::uint64_t next() { return shared_->executions.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t begun() const { return shared_->executions.load(std::memory_order_relaxed); }
  // Whoever holds a piece, or the beginning, is at its end.
  void finish() { shared_->open.fetch_sub(1); }
  bool all_finished() const { return shared_->open.load() <= 0; }
  struct Waiting;  // while it lives, a worker waits for work

  // --- for the parent ---------------------------------------------------------------------------------------------

  // So many pieces are held or will be put; nobody starts at the beginning unless told to.
  void expect(int pieces) { shared_->open.store(pieces); }

  // To save what is left, everybody must stand still: the parent asks, each worker tells and waits until it may go on.
  void ask_all() { shared_->asked.fetch_add(1); }
  void let_go_on() { shared_->answered.store(shared_->asked.load()); }
  std::uint32_t asked() const { return shared_->asked.load(std::memory_order_relaxed); }
  bool standing() const { return shared_->asked.load() != shared_->answered.load(); }
  // What nobody holds; while all stand still.
  template <class F>
  void for_each(F&& f) const {
    for (const Slot& slot : shared_->slots)
      if (slot.state.load() == kFull) f(std::string_view(bytes_of(slot), slot.size));
  }

 private:
  static constexpr std::size_t kSlots = 32;
  static constexpr std::size_t kSlotBytes = 4 << 20;  // reserved, not used, until a piece is that large
  static constexpr std::uint32_t kFree = 0, kBusy = 1, kFull = 2;

  struct Slot {
    std::atomic<std::uint32_t> state{kFree};
    std::uint64_t size = 0;
  };
  struct SharedPart {
    std::atomic<int> open{1};     // pieces that somebody holds or that wait here
    std::atomic<int> waiting{0};  // workers
    std::atomic<int> full{0};     // slots
    std::atomic<std::uint64_t> executions{0};
    std::atomic<std::uint32_t> asked{0}, answered{0};
    Slot slots[kSlots];
  };
  char* bytes_of(const Slot& slot) const {
    return reinterpret_cast<char*>(shared_ + 1) + static_cast<std::size_t>(&slot - shared_->slots) * kSlotBytes;
  }

  SharedPart* shared_;
};

struct SearchPool::Waiting {
  explicit Waiting(SearchPool& p) : pool(p) { pool.shared_->waiting.fetch_add(1); }
  ~Waiting() { pool.shared_->waiting.fetch_sub(1); }
  SearchPool& pool;
};

}  // namespace heddle
