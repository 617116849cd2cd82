// The board: what a trial leaves behind in (shared) memory while it runs, so that nothing is lost when the process that
// runs it dies.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "heddle/engine/decision.h"
#include "heddle/engine/failure.h"

namespace heddle {

enum class Phase : std::uint32_t {
  idle,     // between trials
  running,  // the test runs
  cleanup,  // the trial is decided; tasks are being unwound
};

// A failure in fixed memory: written without allocating, readable by another process.
struct FailureNote {
  std::atomic<std::uint32_t> present{0};
  FailureKind kind{};
  std::uint32_t line = 0;
  char file[256] = {};
  char task[128] = {};
  char message[2048] = {};
  char detail[8192] = {};  // as far as it goes; most failures get theirs when they are replayed

  Failure read() const;
  void write(FailureKind failure_kind, std::string_view what, std::string_view in_file, std::uint32_t at_line,
             std::string_view in_task, std::string_view more = {});
};

// What the signal handler saw.
struct CrashNote {
  std::atomic<std::int32_t> signal{0};
  std::uint64_t address = 0;
  bool overflow = false;  // the address lies in a stack's guard
  char task[128] = {};
  std::uint32_t frame_count = 0;
  std::uint64_t frames[64] = {};
};

struct Board {
  std::atomic<Phase> phase{Phase::idle};
  std::atomic<std::uint64_t> trial{0};
  std::atomic<std::uint64_t> seed{0};
  std::atomic<std::uint64_t> steps{0};
  std::atomic<std::uint64_t> heat_from{0};  // see Settings::heat_from: what it comes to in this trial
  std::atomic<std::uint32_t> task{0};  // that runs now
  std::atomic<std::uint64_t> count{0};  // decisions so far
  std::uint64_t capacity = 0;
  std::atomic<bool> came_back{false};   // a process that the test forked wanted to go on with the trial
  FailureNote failure;
  CrashNote crash;
  char task_name[128] = {};  // of the running task, filled by the watchdog's question

  Decision* decisions() { return reinterpret_cast<Decision*>(this + 1); }
  const Decision* decisions() const { return reinterpret_cast<const Decision*>(this + 1); }
};

// Owns the memory of a board. Pages are taken from the system only when touched.
class BoardMemory {
 public:
  static constexpr std::uint64_t kDefaultCapacity = std::uint64_t{1} << 24;

  enum class Sharing { private_memory, shared_with_children };

  explicit BoardMemory(Sharing sharing = Sharing::private_memory, std::uint64_t capacity = kDefaultCapacity);
  ~BoardMemory();
  BoardMemory(const BoardMemory&) = delete;
  BoardMemory& operator=(const BoardMemory&) = delete;

  Board& board() const { return *board_; }
  Schedule schedule() const;  // a copy of the decisions so far

 private:
  Board* board_;
  std::size_t bytes_;
};

}  // namespace heddle
