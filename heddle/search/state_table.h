// What a search by states remembers: how many classes of executions follow from a state, and how many of them fail.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "heddle/base/fingerprint.h"

namespace heddle {

using StateKey = Print;

// Not more than fits: a sum that does not stays where it is.
struct ClassCount {
  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t executions = 0;
  std::uint64_t failed = 0;

  ClassCount& operator+=(const ClassCount& more) {
    if (__builtin_add_overflow(executions, more.executions, &executions)) executions = kMost;
    if (__builtin_add_overflow(failed, more.failed, &failed)) failed = kMost;
    return *this;
  }
  friend bool operator==(const ClassCount&, const ClassCount&) = default;
};

// Open addressing, by the lower half of the key. Nothing is ever removed.
class StateTable {
 public:
  const ClassCount* find(StateKey key) const {
    const Entry& entry = entries_[place(key)];
    return entry.key ? &entry.count : nullptr;
  }

  void add(StateKey key, const ClassCount& count) {
    if (3 * (size_ + 1) > 2 * entries_.size()) grow();
    Entry& entry = entries_[place(key)];
    size_ += !entry.key;
    entry = {key, count};
  }

  std::uint64_t size() const { return size_; }
  void clear() {
    entries_.assign(kFirst, {});
    size_ = 0;
  }

 private:
  struct Entry {
    StateKey key;
    ClassCount count;
  };
  static constexpr std::size_t kFirst = 1024;

  std::size_t place(StateKey key) const {
    std::size_t i = key.low & (entries_.size() - 1);
    while (entries_[i].key && !(entries_[i].key == key)) i = (i + 1) & (entries_.size() - 1);
    return i;
  }

  void grow() {
    std::vector<Entry> before(2 * entries_.size());
    before.swap(entries_);
    for (const Entry& entry : before)
      if (entry.key) entries_[place(entry.key)] = entry;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kFirst);
  std::uint64_t size_ = 0;
};

}  // namespace heddle
