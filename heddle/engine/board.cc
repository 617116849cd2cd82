#include "heddle/engine/board.h"

#include <sys/mman.h>

#include <new>

#include "heddle/base/assert.h"

namespace heddle {

Failure FailureNote::read() const {
  Failure failure;
  failure.kind = kind;
  failure.message = message;
  failure.file = file;
  failure.line = line;
  failure.task = task;
  failure.detail = detail;
  return failure;
}

namespace {

// As far as there is room. A NUL is shown as in source code, since it would be the end of what is read.
template <std::size_t size>
void copy(char (&to)[size], std::string_view from) {
  constexpr std::string_view kCut = "...";
  std::size_t n = 0;
  for (const char c : from) {
    const std::string_view shown = c == 0 ? std::string_view("\\0") : std::string_view(&c, 1);
    if (n + shown.size() >= size) {
      kCut.copy(to + std::min(n, size - 1 - kCut.size()), kCut.size());
      n = std::max(n, size - 1);
      break;
    }
    n += shown.copy(to + n, shown.size());
  }
  to[n] = 0;
}

}  // namespace

void FailureNote::write(FailureKind failure_kind, std::string_view what, std::string_view in_file, std::uint32_t at_line,
                        std::string_view in_task, std::string_view more) {
  kind = failure_kind;
  line = at_line;
  copy(file, in_file);
  copy(task, in_task);
  copy(message, what);
  copy(detail, more);
  present.store(1, std::memory_order_release);
}

BoardMemory::BoardMemory(Sharing sharing, std::uint64_t capacity) {
  bytes_ = sizeof(Board) + capacity * sizeof(Decision);
  const int flags = MAP_ANONYMOUS | MAP_NORESERVE | (sharing == Sharing::private_memory ? MAP_PRIVATE : MAP_SHARED);
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  board_ = new (memory) Board;
  board_->capacity = capacity;
}

BoardMemory::~BoardMemory() { munmap(board_, bytes_); }

Schedule BoardMemory::schedule() const {
  const Decision* begin = board_->decisions();
  return Schedule(begin, begin + board_->count.load(std::memory_order_relaxed));
}

}  // namespace heddle
