// The exploration of a small program as a drawing: one box per execution, and an arrow from the execution in which a
// race was seen to the one in which it went the other way. See --graph.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/report/report.h"
#include "heddle/runner/shared_memory.h"
#include "heddle/search/origin.h"

namespace heddle {

struct DrawnExecution {
  enum class How : char { unfinished = 'U', passed = 'P', failed = 'F', alike = 'A' };

  std::uint64_t number = 0;      // from 0
  How how = How::unfinished;     // alike: of a class that had been seen
  std::string failure;           // what failed, where
  std::optional<Origin> origin;  // none: the first
};

// What a worker tells about its executions, in memory that its parent can read even when the worker has died.
class ExecutionLog {
 public:
  static constexpr std::uint64_t kMost = 1'000;  // executions; nobody could look at a drawing of more

  // For the worker: around each execution. Null: it is the first.
  void begin(std::uint64_t number, const Origin* origin);
  void end(DrawnExecution::How how, std::string_view failure);

  // For the parent. The failures that ended the worker itself are in the report.
  std::vector<DrawnExecution> read(const Report& report) const;
  bool full() const { return full_->load(); }

 private:
  void append(const std::string& line);

  SharedBytes lines_{std::size_t{16} << 20};
  Shared<std::atomic<bool>> full_;
};

// What failed and where, in few words.
std::string failure_words(const Failure& failure);

// For graphviz.
std::string dot_text(std::string_view name, const std::vector<DrawnExecution>& executions);

// Writes the drawing; the report says where it is, or why there is none.
void draw(const ExecutionLog& log, const std::string& path, Report& report);

}  // namespace heddle
