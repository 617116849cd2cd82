// The pick set: pending operations that could go next, in an indexed heap.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/assert.h"
#include "heddle/base/ids.h"
#include "heddle/engine/object.h"
#include "heddle/engine/operation.h"

namespace heddle {

inline constexpr std::uint32_t kNoSlot = 0xffffffffu;

// One announced operation, waiting to be picked. A task has at most one.
struct Pending {
  Operation operation;
  TaskId task = kNoTask;
  std::uint64_t task_stable = 0;   // stable identity of the task
  std::uint64_t priority = 0;      // strategies may set it through Ready
  std::uint32_t slot = kNoSlot;    // place in the set; kNoSlot: not ready
  Pending* next = nullptr;         // chain of its object
  Pending* previous = nullptr;
};

// Strategies that rank operations give priorities and take the top; others take by position. Positions change only by
// what happened so far in the trial, so both are deterministic.
//
// One array: first the ranked operations, then the fresh ones that nobody has ranked. The ranked ones are a binary heap
// when there are many; a few are kept in no order and searched, which costs less than keeping order (measured).
class Ready {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Pending& operator[](std::size_t position) const { return *items_[position].pending; }

  // Highest priority; with equal priorities, some fixed one of them. If none is ranked, any.
  const Pending& top() const {
    const Item* best = items_.data();
    if (!heaped_)
      for (const Item *item = best + 1, *end = best + ranked_; item < end; ++item)
        if (item->priority > best->priority) best = item;
    return *best->pending;
  }

  // Operations that became ready and that no strategy has ranked since: set_priority takes them off this list.
  std::size_t fresh_count() const { return size_ - ranked_; }
  const Pending& fresh(std::size_t i) const { return *items_[ranked_ + i].pending; }

  void set_priority(const Pending& pending, std::uint64_t priority) {
    Pending& p = const_cast<Pending&>(pending);  // the set owns the order, strategies only look
    const std::uint64_t before = p.priority;
    p.priority = priority;
    if (p.slot >= ranked_) {
      place(p.slot, items_[ranked_]);
      if (heaped_)
        up(ranked_++, {priority, &p});
      else
        place(ranked_++, {priority, &p});
      if (!heaped_ && ranked_ > kMany) [[unlikely]]
        make_heap();
    } else if (!heaped_) {
      items_[p.slot].priority = priority;
    } else if (priority > before) {
      up(p.slot, {priority, &p});
    } else {
      down(p.slot, {priority, &p});
    }
  }

  // Is the operation of this task in the set?
  bool contains(const Pending& pending) const { return pending.slot != kNoSlot; }

  // The first of the pending operations announced on an object; the others follow by Pending::next.
  const Pending* waiting_at(ObjectId object) const { return (*objects_)[index(object)].waiting; }

  // Stable identity of an object; 0 for none.
  std::uint64_t stable_of(ObjectId object) const {
    return object == kNoObject ? 0 : (*objects_)[index(object)].stable;
  }

  // --- for the engine ---
  explicit Ready(const std::vector<Object>& objects) : items_(64), objects_(&objects) {}

  void add(Pending& pending) {
    HEDDLE_ASSERT(pending.slot == kNoSlot);
    if (size_ == items_.size()) [[unlikely]]
      items_.resize(2 * items_.size());
    pending.priority = 0;
    place(size_++, {0, &pending});
  }

  void remove(Pending& pending) {
    std::uint32_t hole = pending.slot;
    HEDDLE_ASSERT(hole != kNoSlot);
    pending.slot = kNoSlot;
    if (hole < ranked_) {  // the heap's last takes its place, and leaves the hole at the border
      const Item last = items_[--ranked_];
      if (hole != ranked_) {
        if (!heaped_)
          place(hole, last);
        else if (hole > 0 && items_[(hole - 1) / 2].priority < last.priority)
          up(hole, last);
        else
          down(hole, last);
      }
      hole = ranked_;
      if (heaped_ && ranked_ <= kFew) heaped_ = false;
    }
    if (hole != --size_) place(hole, items_[size_]);
  }

  void clear() {
    size_ = ranked_ = 0;
    heaped_ = false;
  }

 private:
  static constexpr std::uint32_t kFew = 6, kMany = 12;  // apart, so that the form does not change to and fro

  struct Item {
    std::uint64_t priority = 0;  // as in the operation: sifting must not touch the tasks' memory
    Pending* pending = nullptr;
  };

  void place(std::uint32_t slot, Item item) {
    items_[slot] = item;
    item.pending->slot = slot;
  }

  void make_heap() {
    heaped_ = true;
    for (std::uint32_t i = ranked_ / 2; i-- > 0;) down(i, items_[i]);
  }

  void up(std::uint32_t slot, Item moving) {
    while (slot > 0) {
      const std::uint32_t parent = (slot - 1) / 2;
      if (items_[parent].priority >= moving.priority) break;
      place(slot, items_[parent]);
      slot = parent;
    }
    place(slot, moving);
  }

  void down(std::uint32_t slot, Item moving) {
    for (;;) {
      std::uint32_t child = 2 * slot + 1;
      if (child >= ranked_) break;
      if (child + 1 < ranked_ && items_[child + 1].priority > items_[child].priority) ++child;
      if (items_[child].priority <= moving.priority) break;
      place(slot, items_[child]);
      slot = child;
    }
    place(slot, moving);
  }

  std::vector<Item> items_;  // of which size_ are in use
  std::uint32_t size_ = 0;
  std::uint32_t ranked_ = 0;
  bool heaped_ = false;
  const std::vector<Object>* objects_;
};

}  // namespace heddle
