// The pick set: pending operations that could go next, in an indexed heap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/assert.h"
#include "heddle/base/ids.h"
#include "heddle/engine/object.h"
#include "heddle/engine/operation.h"

namespace heddle {

struct Task;

inline constexpr std::uint32_t kNoSlot = 0xffffffffu;

// One announced operation, waiting to be picked. A task has at most one.
struct Pending {
  Operation operation;
  Task* owner = nullptr;
  TaskId task = kNoTask;         // of the owner
  std::uint32_t slot = kNoSlot;  // place in the set; kNoSlot: not ready
  std::uint64_t task_stable = 0;  // stable identity of the task
  std::uint64_t priority = 0;    // strategies may set it through Ready
  Pending* next = nullptr;       // chain of its object
  Pending* previous = nullptr;
};

// Strategies that rank operations give priorities and take the top; others take by position. Positions change only by
// what happened so far in the trial, so both are deterministic.
//
// One array: first the ranked operations, then the fresh ones that nobody has ranked; of these, those that somebody has
// looked at come first. The ranked ones are a heap when there are many; a few are sorted, the highest last: mostly that is
// the one that was ranked last, and nothing has to move.
class Ready {
 public:
  std::size_t size() const { return size_ - vacant_; }
  bool empty() const { return size() == 0; }
  const Pending& operator[](std::size_t position) const {
    settle();
    return *items_[position].pending;
  }

  // Highest priority; with equal priorities, some fixed one of them. If none is ranked, any.
  const Pending& top() const {
    if (heaped_) [[unlikely]]
      settle();
    return *items_[heaped_ || ranked_ == 0 ? 0 : ranked_ - 1].pending;
  }

  // Operations that became ready and that no strategy has ranked since: set_priority takes them off this list.
  std::size_t fresh_count() const { return size_ - ranked_; }
  const Pending& fresh(std::size_t i) const { return *items_[ranked_ + i].pending; }

  bool ranked(const Pending& pending) const { return pending.slot < ranked_; }

  // A strategy may note that it has looked at a fresh operation, which stays fresh. One of those that nobody has looked at;
  // null: there is none.
  const Pending* unseen() const {
    const std::uint32_t first = std::max(ranked_, seen_);
    return first < size_ ? items_[first].pending : nullptr;
  }
  void look_at(const Pending& pending) {
    if (seen_ < ranked_) seen_ = ranked_;
    if (pending.slot >= seen_) make_seen(const_cast<Pending&>(pending));
  }

  // Ranks all fresh operations; asks priority_of(pending) for each.
  template <class PriorityOf>
  void rank_fresh(PriorityOf&& priority_of) {
    if (heaped_ || size_ > kMany || ranked_ + 1 != size_) return rank_many(priority_of);
    rank(items_[ranked_], priority_of);  // mostly it is the one that the task announced which has just run
    sort_in(ranked_++);
  }

  void set_priority(const Pending& pending, std::uint64_t priority) {
    Pending& p = const_cast<Pending&>(pending);  // the set owns the order, strategies only look
    settle();
    const std::uint64_t before = p.priority;
    p.priority = priority;
    if (p.slot >= ranked_) {
      look_at(p);
      place(p.slot, items_[ranked_]);
      place(ranked_, {priority, &p});
      if (heaped_)
        up(ranked_++, {priority, &p});
      else
        sort_in(ranked_++);
      if (!heaped_ && ranked_ > kMany) [[unlikely]]
        make_heap();
    } else if (!heaped_) {
      std::uint32_t slot = p.slot;
      for (; slot + 1 < ranked_ && items_[slot + 1].priority < priority; ++slot) place(slot, items_[slot + 1]);
      place(slot, {priority, &p});
      sort_in(slot);
    } else if (priority > before) {
      up(p.slot, {priority, &p});
    } else {
      down(p.slot, {priority, &p});
    }
  }

  // Is the operation of this task in the set?
  bool contains(const Pending& pending) const { return pending.slot != kNoSlot; }

  // The first of the pending operations announced on an object; the others follow by Pending::next. Kept only for
  // strategies that want executed().
  const Pending* waiting_at(ObjectId object) const { return (*objects_)[index(object)].waiting; }

  // Stable identity of an object; 0 for none.
  std::uint64_t stable_of(ObjectId object) const {
    return object == kNoObject ? 0 : (*objects_)[index(object)].stable;
  }

  // --- for the engine ---
  explicit Ready(const std::vector<Object>& objects) : items_(room_), objects_(&objects) {}

  void add(Pending& pending) {
    HEDDLE_ASSERT(pending.slot == kNoSlot);
    if (size_ == room_) [[unlikely]]
      items_.resize(room_ *= 2);
    pending.priority = 0;
    place(size_++, {0, &pending});
  }

  void remove(Pending& pending) {
    HEDDLE_ASSERT(pending.slot != kNoSlot);
    if (heaped_) [[unlikely]]
      return remove_from_heap(pending);
    std::uint32_t hole = pending.slot;
    pending.slot = kNoSlot;
    --size_;
    if (hole == size_) {  // mostly
      ranked_ = std::min(ranked_, size_);
      seen_ = std::min(seen_, size_);
      return;
    }
    if (hole < ranked_) {  // those above it move down, and leave the hole at the border
      --ranked_;
      for (; hole < ranked_; ++hole) place(hole, items_[hole + 1]);
    }
    fill(hole);
  }

  void clear() {
    size_ = ranked_ = seen_ = 0;
    heaped_ = vacant_ = false;
  }

 private:
  static constexpr std::uint32_t kFew = 96, kMany = 128;  // apart, so that the form does not change to and fro

  struct Item {
    std::uint64_t priority = 0;  // as in the operation: sifting must not touch the tasks' memory
    Pending* pending = nullptr;
  };

  void place(std::uint32_t slot, Item item) {
    items_[slot] = item;
    item.pending->slot = slot;
  }

  // A fresh one that nobody has looked at becomes the last of those that somebody has.
  void make_seen(Pending& pending) {
    const std::uint32_t slot = pending.slot;
    place(slot, items_[seen_]);
    place(seen_++, {pending.priority, &pending});
  }

  // Fresh ones move into a hole that the set, which is one smaller now, has among them or before the first.
  void fill(std::uint32_t hole) {
    if (hole < seen_) {
      --seen_;
      if (hole != seen_) place(hole, items_[seen_]);
      hole = seen_;
    }
    if (hole != size_) place(hole, items_[size_]);
  }

  [[gnu::noinline]] void remove_from_heap(Pending& pending) {
    settle();
    if (!heaped_) return remove(pending);
    const std::uint32_t slot = pending.slot;
    if (slot == 0)
      vacant_ = true;
    else if (slot < ranked_)
      close(slot);
    else
      fill((--size_, slot));
    pending.slot = kNoSlot;
  }

  // If nothing came to take the place of the highest. For those that only look, nothing changes by it.
  void settle() const {
    if (vacant_) [[unlikely]]
      const_cast<Ready*>(this)->close(0);
  }

  // The heap has lost what was here: its last takes the place, and the last of the fresh that of the last.
  [[gnu::noinline]] void close(std::uint32_t hole) {
    vacant_ = false;
    const Item last = items_[--ranked_];
    if (hole != ranked_) {
      if (hole > 0 && items_[(hole - 1) / 4].priority < last.priority)
        up(hole, last);
      else
        down(hole, last);
    }
    if (ranked_ <= kFew) {
      heaped_ = false;
      for (std::uint32_t i = 1; i < ranked_; ++i) sort_in(i);
    }
    --size_;
    fill(ranked_);
  }

  template <class PriorityOf>
  static void rank(Item& item, PriorityOf& priority_of) {
    item.priority = item.pending->priority = priority_of(static_cast<const Pending&>(*item.pending));
  }

  template <class PriorityOf>
  [[gnu::noinline]] void rank_many(PriorityOf& priority_of) {
    for (std::uint32_t i = size_; i-- > ranked_;) rank(items_[i], priority_of);
    seen_ = 0;
    if (vacant_ && ranked_ < size_) {  // one way instead of two: not up to the last place, nor down from the first
      vacant_ = false;
      down(0, items_[--size_]);
    }
    if (!heaped_ && size_ <= kMany) {
      while (ranked_ < size_) sort_in(ranked_++);
      return;
    }
    if (!heaped_) make_heap();
    while (ranked_ < size_) {
      const std::uint32_t slot = ranked_++;
      up(slot, items_[slot]);
    }
  }

  // Those before it are sorted.
  void sort_in(std::uint32_t slot) {
    if (slot == 0 || items_[slot - 1].priority <= items_[slot].priority) return;
    const Item item = items_[slot];
    do {
      place(slot, items_[slot - 1]);
      --slot;
    } while (slot > 0 && items_[slot - 1].priority > item.priority);
    place(slot, item);
  }

  void make_heap() {
    heaped_ = true;
    for (std::uint32_t i = ranked_ / 4 + 1; i-- > 0;) down(i, items_[i]);
  }

  void up(std::uint32_t slot, Item moving) {
    while (slot > 0) {
      const std::uint32_t parent = (slot - 1) / 4;
      if (items_[parent].priority >= moving.priority) break;
      place(slot, items_[parent]);
      slot = parent;
    }
    place(slot, moving);
  }

  void down(std::uint32_t slot, Item moving) {
    std::uint32_t child;
    while ((child = 4 * slot + 1) + 3 < ranked_) {  // no branches to choose a child: nobody could predict them
      const std::uint32_t a = child + (items_[child + 1].priority > items_[child].priority);
      const std::uint32_t b = child + 2 + (items_[child + 3].priority > items_[child + 2].priority);
      child = items_[b].priority > items_[a].priority ? b : a;
      if (items_[child].priority <= moving.priority) return place(slot, moving);
      place(slot, items_[child]);
      slot = child;
    }
    if (child < ranked_) {  // the last family may be small
      for (std::uint32_t i = child + 1; i < ranked_; ++i)
        if (items_[i].priority > items_[child].priority) child = i;
      if (items_[child].priority > moving.priority) {
        place(slot, items_[child]);
        slot = child;
      }
    }
    place(slot, moving);
  }

  std::uint32_t room_ = 64;
  std::vector<Item> items_;  // room_ of them, of which size_ are in use
  std::uint32_t size_ = 0;
  std::uint32_t ranked_ = 0;
  std::uint32_t seen_ = 0;  // from ranked_ up to this one somebody has looked at them; meaningless if it is lower
  bool heaped_ = false;
  bool vacant_ = false;  // the highest is gone, and its place kept: mostly the same task announces another operation
  const std::vector<Object>* objects_;
};

}  // namespace heddle
