// Memory for the frames of coroutines, and what else their promises need that does not depend on types. Internal.
#pragma once

#include <cstddef>

namespace heddle::detail {

// Frames are taken and given back millions of times, hence lists of free blocks by size.
void* allocate_frame(std::size_t bytes);
void free_frame(void* memory, std::size_t bytes);

// Inside a catch block: is the exception at hand the one that unwinds a task?
bool being_unwound();

}  // namespace heddle::detail
