// The log of a server, as far as it knows: what was appended, and how much of it the WAL has written.
#pragma once

#include <algorithm>
#include <vector>

#include "studies/ra/messages.h"

namespace ra {

class Log {
 public:
  Position last() const { return entries_.empty() ? Position{} : entries_.back().at; }
  int written() const { return written_; }

  bool reaches(int index) const { return index <= last().index; }
  Position at(int index) const { return index == 0 ? Position{} : entry(index).at; }
  bool has(Position position) const { return reaches(position.index) && at(position.index) == position; }
  const Entry& entry(int index) const { return entries_[static_cast<std::size_t>(index) - 1]; }
  std::vector<Entry> from(int index) const { return {entries_.begin() + (index - 1), entries_.end()}; }

  // Replaces whatever is there, and after it.
  void append(Entry entry) {
    entries_.erase(entries_.begin() + (entry.at.index - 1), entries_.end());
    written_ = std::min(written_, last().index);
    entries_.push_back(std::move(entry));
  }

  // News of entries that have been replaced since say nothing.
  void wrote(Position position) {
    if (has(position)) written_ = std::max(written_, position.index);
  }

 private:
  std::vector<Entry> entries_;
  int written_ = 0;
};

}  // namespace ra
