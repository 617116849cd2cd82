#include "heddle/runner/child.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

#include "heddle/runner/stop.h"

namespace heddle {
namespace {

void (*told)() = nullptr;

}  // namespace

void begin_child(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  leave_stopping_to_parent();
  if (told) told();
}

void tell_children(void (*tell)()) { told = tell; }

}  // namespace heddle
