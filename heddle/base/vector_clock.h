// Vector clocks over the tasks of one trial.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/ids.h"

namespace heddle {

// Component t counts the events of task t that happened before. Missing components are zero.
class VectorClock {
 public:
  std::uint32_t operator[](TaskId task) const { return index(task) < parts_.size() ? parts_[index(task)] : 0; }

  void set(TaskId task, std::uint32_t value) {
    if (parts_.size() <= index(task)) parts_.resize(index(task) + 1, 0);
    parts_[index(task)] = value;
  }

  void join(const VectorClock& other) {
    if (parts_.size() < other.parts_.size()) parts_.resize(other.parts_.size(), 0);
    for (std::size_t i = 0; i < other.parts_.size(); ++i) parts_[i] = std::max(parts_[i], other.parts_[i]);
  }

  // Did the event number `sequence` of `task` happen before whatever has this clock?
  bool covers(TaskId task, std::uint32_t sequence) const { return (*this)[task] >= sequence; }

  void clear() { parts_.clear(); }
  const std::vector<std::uint32_t>& parts() const { return parts_; }

  friend bool operator==(const VectorClock& a, const VectorClock& b) {
    const std::size_t n = std::max(a.parts_.size(), b.parts_.size());
    for (std::size_t i = 0; i < n; ++i)
      if (a[TaskId(i)] != b[TaskId(i)]) return false;
    return true;
  }

 private:
  std::vector<std::uint32_t> parts_;
};

}  // namespace heddle
