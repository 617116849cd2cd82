// What conflict analysis has learned: which kinds of operation were seen, and which of them ever raced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

// A bounded set of 64-bit signatures with two marks, both of which only ever go from no to yes. Signatures are hashes:
// where one is to be found, its last bits say.
class ConflictTable {
 public:
  static constexpr std::size_t kDefaultCapacity = std::size_t{1} << 20;

  explicit ConflictTable(std::size_t capacity = kDefaultCapacity) : capacity_(capacity) {}

  enum Marks : std::uint8_t { kUnknown = 0, kSeen = 1, kRaced = 2 };

  Marks marks(std::uint64_t signature) const {
    if (entries_.empty()) return kUnknown;
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = signature & mask;; i = (i + 1) & mask) {
      const Entry& entry = entries_[i];
      if (entry.marks == kUnknown) return kUnknown;
      if (entry.signature == signature) return entry.marks;
    }
  }
  // Operations not seen before are taken to race: the first trial is a plain one.
  bool may_race(std::uint64_t signature) const { return marks(signature) != kSeen; }

  // Marks it seen or, for good, racing. When the table is full, new signatures stay unknown, hence racing.
  void add(std::uint64_t signature, bool raced);
  void merge(const ConflictTable& other);

  std::size_t size() const { return count_; }
  bool full() const { return count_ >= capacity_; }

  // For another process of the same program.
  std::string serialise() const;
  bool deserialise(std::string_view bytes);  // merges; false: damaged

  // A versioned text file, in an order of its own (sorted), written beside and renamed. An error is a sentence.
  bool save(const std::string& path, std::string_view scheme, std::string& error) const;
  bool load(const std::string& path, std::string_view scheme, std::string& error);

 private:
  struct Entry {
    std::uint64_t signature = 0;
    Marks marks = kUnknown;
  };

  Entry& find(std::uint64_t signature);
  void grow();

  std::size_t capacity_;
  std::size_t count_ = 0;
  std::vector<Entry> entries_;  // open addressing, a power of two, at most half full
};

}  // namespace heddle
