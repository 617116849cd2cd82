// The pick set: pending operations that could go next, in an indexed heap.
#pragma once

#include <cstdint>
#include <span>
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
  std::uint32_t slot = kNoSlot;    // place in the heap; kNoSlot: not ready
  std::uint32_t fresh = kNoSlot;   // place in the list of fresh ones
  Pending* next = nullptr;         // chain of its object
  Pending* previous = nullptr;
};

// Strategies that rank operations give priorities and take the top; others take by position. Positions change only by
// what happened so far in the trial, so both are deterministic.
class Ready {
 public:
  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  const Pending& operator[](std::size_t position) const { return *heap_[position]; }

  // Highest priority; with equal priorities, some fixed one of them.
  const Pending& top() const { return *heap_.front(); }

  // Operations that became ready and that no strategy has ranked since: set_priority takes them off this list.
  std::span<Pending* const> fresh() const { return fresh_; }

  void set_priority(const Pending& pending, std::uint64_t priority) {
    Pending& p = const_cast<Pending&>(pending);  // the set owns the order, strategies only look
    if (p.fresh != kNoSlot) drop_fresh(p);
    p.priority = priority;
    up(p.slot);
    down(p.slot);
  }

  // Is the operation of this task in the set?
  bool contains(const Pending& pending) const { return pending.slot != kNoSlot; }

  // The first of the pending operations announced on an object; the others follow by Pending::next.
  const Pending* waiting_at(ObjectId object) const { return (*objects_)[index(object)].waiting; }

  // Stable identity of an object; 0 for none.
  std::uint64_t stable_of(ObjectId object) const { return object == kNoObject ? 0 : (*objects_)[index(object)].stable; }

  // --- for the engine ---
  explicit Ready(const std::vector<Object>& objects) : objects_(&objects) {}

  void add(Pending& pending) {
    HEDDLE_ASSERT(pending.slot == kNoSlot);
    pending.priority = 0;
    pending.slot = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(&pending);
    pending.fresh = static_cast<std::uint32_t>(fresh_.size());
    fresh_.push_back(&pending);
  }

  void remove(Pending& pending) {
    const std::uint32_t slot = pending.slot;
    HEDDLE_ASSERT(slot != kNoSlot);
    if (pending.fresh != kNoSlot) drop_fresh(pending);
    Pending* last = heap_.back();
    heap_.pop_back();
    pending.slot = kNoSlot;
    if (last == &pending) return;
    place(slot, last);
    up(slot);
    down(last->slot);
  }

  void clear() {
    heap_.clear();
    fresh_.clear();
  }

 private:
  void place(std::uint32_t slot, Pending* pending) {
    heap_[slot] = pending;
    pending->slot = slot;
  }

  void up(std::uint32_t slot) {
    Pending* moving = heap_[slot];
    while (slot > 0) {
      const std::uint32_t parent = (slot - 1) / 2;
      if (heap_[parent]->priority >= moving->priority) break;
      place(slot, heap_[parent]);
      slot = parent;
    }
    place(slot, moving);
  }

  void down(std::uint32_t slot) {
    Pending* moving = heap_[slot];
    const auto count = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t child = 2 * slot + 1;
      if (child >= count) break;
      if (child + 1 < count && heap_[child + 1]->priority > heap_[child]->priority) ++child;
      if (heap_[child]->priority <= moving->priority) break;
      place(slot, heap_[child]);
      slot = child;
    }
    place(slot, moving);
  }

  void drop_fresh(Pending& pending) {
    Pending* last = fresh_.back();
    fresh_[pending.fresh] = last;
    last->fresh = pending.fresh;
    fresh_.pop_back();
    pending.fresh = kNoSlot;
  }

  const std::vector<Object>* objects_;
  std::vector<Pending*> heap_;
  std::vector<Pending*> fresh_;
};

}  // namespace heddle
