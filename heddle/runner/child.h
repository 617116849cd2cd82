// Processes of our own: workers, replays, isolated trials.
#pragma once

#include <sys/types.h>

#include <csignal>

#include <functional>

#include "heddle/engine/board.h"
#include "heddle/runner/options.h"

namespace heddle {

// Forks a process that does `body`, with the memory that the options allow, and ends. It dies with its parent, and never comes
// back into the program that forked it: what `body` throws is written to `note`, unless there is a failure already. The note is
// shared with the parent; null: nobody asks. Returns the child's number, or -1 and errno.
pid_t run_in_child(const Options& options, FailureNote* note, const std::function<void()>& body);

// While it lives, one can wait for the end of a process, also where SIGCHLD was ignored, which programs inherit from whoever
// starts them: then none can be waited for.
class ChildrenAreWaitedFor {
 public:
  ChildrenAreWaitedFor();
  ~ChildrenAreWaitedFor();
  ChildrenAreWaitedFor(const ChildrenAreWaitedFor&) = delete;
  ChildrenAreWaitedFor& operator=(const ChildrenAreWaitedFor&) = delete;

 private:
  struct sigaction before_ = {};
};

// From now on `tell` is called at the beginning of each: by whoever has to know that the process will do nothing else.
void tell_children(void (*tell)());

}  // namespace heddle
