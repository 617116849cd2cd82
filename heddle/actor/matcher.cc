#include "heddle/actor/matcher.h"

#include <unistd.h>

#include <cstdint>
#include <cstring>

extern "C" char __executable_start;  // NOLINT: the linker's name for it

namespace heddle {

bool holds_pointer(const void* object, std::size_t bytes) {
  const auto program = reinterpret_cast<std::uintptr_t>(&__executable_start);
  const auto heap_end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const char* at = static_cast<const char*>(object);
  for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= bytes; i += sizeof(std::uintptr_t)) {
    std::uintptr_t word;
    std::memcpy(&word, at + i, sizeof word);
    const bool mapped = word >= (std::uintptr_t{1} << 40) && word < (std::uintptr_t{1} << 47);
    const bool low = word >= program && word < heap_end;  // programs linked to a fixed address
    if (mapped || low) return true;
  }
  return false;
}

}  // namespace heddle
