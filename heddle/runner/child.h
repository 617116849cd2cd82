// The processes that Heddle forks to run trials in.
#pragma once

#include <sys/types.h>

namespace heddle {

// At the beginning of each, whose parent is `parent`: it dies with its parent, and leaves stopping to it.
void begin_child(pid_t parent);

// From now on `tell` is called at the beginning of each: by whoever has to know that the process will do nothing else.
void tell_children(void (*tell)());

}  // namespace heddle
