#include "heddle/actor/message.h"

#include <new>

#include "heddle/base/sanitizers.h"

namespace heddle {
namespace {

constexpr std::size_t kStep = 32, kClasses = 8;

struct Block {
  Block* next;
};

thread_local Block* free_blocks[kClasses] = {};

#if defined(HEDDLE_ASAN)
constexpr bool kPooled = false;  // let AddressSanitizer see every message
#else
constexpr bool kPooled = true;
#endif

}  // namespace

void* allocate_message(std::size_t bytes) {
  const std::size_t size_class = (bytes - 1) / kStep;
  if (!kPooled || size_class >= kClasses) return ::operator new(bytes);
  Block*& head = free_blocks[size_class];
  if (!head) return ::operator new((size_class + 1) * kStep);
  Block* block = head;
  head = block->next;
  return block;
}

void free_message(void* memory, std::size_t bytes) {
  const std::size_t size_class = (bytes - 1) / kStep;
  if (!kPooled || size_class >= kClasses) return ::operator delete(memory);
  Block* block = static_cast<Block*>(memory);
  block->next = free_blocks[size_class];
  free_blocks[size_class] = block;
}

}  // namespace heddle
