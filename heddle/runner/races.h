// The races of a search: which pairs of operations could go either way, and in how many executions.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heddle/report/report.h"
#include "heddle/runner/shared_memory.h"
#include "heddle/trace/happens_before.h"

namespace heddle {

// Of one worker, in memory that its parent can read even when the worker has died. Made before the worker is forked.
class RaceLog {
 public:
  static constexpr std::size_t kMost = 4096;  // distinct ones; others are left out

  explicit RaceLog(Observers observers = Observers::on) : observers_(observers) {}

  // --- for the worker -----------------------------------------------------------------------------------------------

  // Finds the races of a trial. Call while its data is there (see Trial::before_cleanup).
  void look(const Trial& trial);

  // The trial that was looked at last is one of those that count. Each race counts once in it.
  void count();

  // --- for the parent -----------------------------------------------------------------------------------------------

  std::vector<FoundRace> races() const;
  bool full() const { return shared_->left_out.load(); }

 private:
  struct Counts {
    std::array<std::atomic<std::uint64_t>, kMost> executions{};
    std::atomic<bool> left_out{false};
  };

  void add(std::uint64_t key, const std::function<FoundRace()>& describe);

  Observers observers_;
  SharedBytes lines_{std::size_t{8} << 20};  // one for each distinct race
  Shared<Counts> shared_;                    // by line

  HappensBefore order_;
  std::map<std::uint64_t, std::uint32_t> by_key_;
  std::map<std::string, std::uint32_t> by_line_;
  std::vector<std::uint32_t> found_;  // in the last trial
};

// Puts the races of several workers together, most frequent first.
void merge_races(std::vector<FoundRace>& all, std::vector<FoundRace> more);

}  // namespace heddle
