// A tally in memory that all worker processes share: what they counted is there even when they have died.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/engine/tally.h"
#include "heddle/report/report.h"

namespace heddle {

// Made before the workers are forked. Processes never wait for one another: a name is written down first, and then put
// into the table in one step, so that one that dies leaves nothing half done. Bounded: what does not fit is left out.
class SharedTally final : public Tally {
 public:
  static constexpr std::size_t kMostNames = 8'192;
  static constexpr std::size_t kLongestName = 400;  // bytes

  explicit SharedTally(bool activity, std::size_t most_names = kMostNames);
  ~SharedTally() override;
  SharedTally(const SharedTally&) = delete;
  SharedTally& operator=(const SharedTally&) = delete;

  void add(std::string_view name, std::uint64_t count) override;

  // For a search that knows only after a trial whether it is one of those that count: begin_trial(), run it, and take
  // back what it added if it does not.
  void begin_trial();
  void take_back();

  struct Counted {
    std::string name;
    std::uint64_t count = 0;
  };
  std::vector<Counted> counts() const;  // in the order in which they were first added
  bool left_out() const;                // there were more than could be counted

 private:
  struct Head {
    std::atomic<std::uint64_t> names{0};
    std::atomic<std::uint64_t> bytes_used{0};
    std::atomic<bool> left_out{false};
  };
  struct Slot {
    std::atomic<std::uint64_t> name{0};  // the upper half of its hash, and where its bytes are, plus one; 0: free
    std::atomic<std::uint64_t> count{0};
  };

  Slot* find_or_insert(std::string_view name);
  std::uint64_t write_down(std::string_view name);  // where its bytes are; kNoRoom
  std::string_view name_at(std::uint64_t place) const;

  std::size_t most_names_, slots_, text_bytes_, bytes_;
  Head* head_;
  Slot* table_;
  char* text_;

  bool remembers_ = false;
  std::vector<std::uint64_t> added_;   // in this trial, by slot
  std::vector<std::size_t> added_to_;  // slots
};

// What was counted, for people. `trials`: in which it was counted, but for executions that were like others.
void tell(const SharedTally& tally, std::uint64_t trials, Report& report);

}  // namespace heddle
