#include "heddle/async/frame.h"

#include <cxxabi.h>

#include <new>
#include <typeinfo>

#include "heddle/base/sanitizers.h"
#include "heddle/engine/task.h"

namespace heddle::detail {
namespace {

constexpr std::size_t kStep = 64, kClasses = 32;

struct Block {
  Block* next;
};

thread_local Block* free_blocks[kClasses] = {};

#if defined(HEDDLE_ASAN)
constexpr bool kPooled = false;  // let AddressSanitizer see every frame
#else
constexpr bool kPooled = true;
#endif

}  // namespace

void* allocate_frame(std::size_t bytes) {
  const std::size_t size_class = (bytes - 1) / kStep;
  if (!kPooled || size_class >= kClasses) return ::operator new(bytes);
  Block*& head = free_blocks[size_class];
  if (!head) return ::operator new((size_class + 1) * kStep);
  Block* const block = head;
  head = block->next;
  return block;
}

void free_frame(void* memory, std::size_t bytes) {
  const std::size_t size_class = (bytes - 1) / kStep;
  if (!kPooled || size_class >= kClasses) return ::operator delete(memory);
  auto* const block = static_cast<Block*>(memory);
  block->next = free_blocks[size_class];
  free_blocks[size_class] = block;
}

bool being_unwound() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  return type && *type == typeid(TaskKilled);
}

}  // namespace heddle::detail
