#include "heddle/engine/stack_pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <new>

#include "heddle/base/sanitizers.h"

#if defined(HEDDLE_ASAN)
#include <sanitizer/asan_interface.h>
#endif
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) 0
#endif

namespace heddle {

struct NoRoomForStack final : std::bad_alloc {
  const char* what() const noexcept override {
    return "no memory for the stack of another task: --stack-size says how large each is, and --max-memory raises the limit";
  }
};

namespace {

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

// A frame may be larger than a page, and reach beyond a guard that is not.
constexpr std::size_t kGuard = std::size_t{1} << 20;

// Frames of an earlier task may have left marks for AddressSanitizer, which outlive even the mapping.
void forget_frames([[maybe_unused]] const Stack& stack) {
#if defined(HEDDLE_ASAN)
  ASAN_UNPOISON_MEMORY_REGION(stack.low, stack.size);
#endif
}

// Stacks that all began at the same place in a page would fight for the same few lines of the cache. So each begins
// some lines further down than the last.
std::size_t colour(std::size_t n) {
  constexpr std::size_t kLine = 64;
  return (n * 5 * kLine) % kPage;
}

}  // namespace

StackPool::StackPool(std::size_t stack_size) : size_((stack_size + kPage - 1) / kPage * kPage) {}

std::size_t StackPool::mapped_bytes() const { return kGuard + size_ + kPage; }  // a page for the colour

StackPool::~StackPool() {
  for (const Stack& stack : all_) {
    forget_frames(stack);
    munmap(stack.low - kGuard, mapped_bytes());
  }
}

Stack StackPool::take() {
  if (free_.empty()) {
    void* memory = mmap(nullptr, mapped_bytes(), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw NoRoomForStack();
    mprotect(memory, kGuard, PROT_NONE);
    Stack stack{static_cast<char*>(memory) + kGuard, size_ + colour(all_.size())};
    static_cast<void>(VALGRIND_STACK_REGISTER(stack.low, stack.top()));
    all_.push_back(stack);
    free_.push_back(stack);
  }
  Stack stack = free_.back();
  free_.pop_back();
  forget_frames(stack);
  if (poison_ >= 0) std::memset(stack.low, poison_, stack.size);
  return stack;
}

bool StackPool::in_guard(const void* address) const {
  const char* p = static_cast<const char*>(address);
  for (const Stack& stack : all_)
    if (p < stack.low && p >= stack.low - kGuard) return true;
  return false;
}

}  // namespace heddle
