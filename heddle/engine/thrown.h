// Where an exception that nobody catches was thrown: known only while a trial is watched in detail. Internal.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

struct Thrown {
  const void* exception = nullptr;  // the last one that its task threw
  std::vector<std::uintptr_t> stack;
};

// Does nothing, but whoever calls it has the throw of thrown.cc in the program.
void watch_throws();

}  // namespace heddle
