// The deadlines of a trial, soonest first; among equal ones, in the order in which they were set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/engine/task.h"

namespace heddle {

class VirtualClock {
 public:
  struct Entry {
    Time deadline;
    std::uint64_t order;
    TaskId task;
    std::uint32_t generation;  // stale when the task's has moved on
  };

  Time now() const { return now_; }
  void set(Time now) { now_ = std::max(now_, now); }

  void add(Time deadline, TaskId task, std::uint32_t generation) {
    entries_.push_back({deadline, order_++, task, generation});
    std::push_heap(entries_.begin(), entries_.end(), later);
  }

  bool empty() const { return entries_.empty(); }
  const Entry& soonest() const { return entries_.front(); }
  Entry pop() {
    std::pop_heap(entries_.begin(), entries_.end(), later);
    Entry entry = entries_.back();
    entries_.pop_back();
    return entry;
  }

  const std::vector<Entry>& entries() const { return entries_; }  // in no particular order

  void reset() {
    entries_.clear();
    now_ = Time::zero();
    order_ = 0;
  }

 private:
  static bool later(const Entry& a, const Entry& b) {
    return a.deadline != b.deadline ? a.deadline > b.deadline : a.order > b.order;
  }

  std::vector<Entry> entries_;
  Time now_ = Time::zero();
  std::uint64_t order_ = 0;
};

}  // namespace heddle
