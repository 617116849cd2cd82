#include "heddle/runner/child.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <typeinfo>

#include "heddle/base/sanitizers.h"
#include "heddle/runner/stop.h"

namespace heddle {
namespace {

void (*told)() = nullptr;

// Allocations beyond that fail. 0: no limit.
void limit_memory(std::uint64_t megabytes) {
#if !defined(HEDDLE_ASAN)
  if (megabytes == 0) return;
  const rlim_t bytes = megabytes << 20;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
#else
  static_cast<void>(megabytes);  // AddressSanitizer reserves terabytes
#endif
}

// The exception that is being handled came from Heddle: those of a test end at its tasks. Searches and strategies keep much of
// what they have seen, so memory may be used up here, too.
void write_thrown(FailureNote& note) {
  if (note.present.load()) return;
  try {
    throw;
  } catch (const std::bad_alloc& error) {
    const bool plain = typeid(error) == typeid(std::bad_alloc);
    note.write(FailureKind::limit, plain ? kOutOfMemory : error.what(), "", 0, "");
  } catch (const std::exception& error) {
    note.write(FailureKind::internal, error.what(), "", 0, "");
  } catch (...) {
    note.write(FailureKind::internal, "an exception of unknown type", "", 0, "");
  }
}

}  // namespace

pid_t run_in_child(const Options& options, FailureNote* note, const std::function<void()>& body) {
  std::fflush(nullptr);  // or the child would print it again
  std::cout.flush();     // which may have a buffer of its own
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  leave_stopping_to_parent();
  if (told) told();
  limit_memory(options.max_memory_mb);
  try {
    body();
  } catch (...) {
    if (note) write_thrown(*note);
  }
  if (note) std::fflush(nullptr);  // of the test
  _exit(0);
}

ChildrenAreWaitedFor::ChildrenAreWaitedFor() {
  sigaction(SIGCHLD, nullptr, &before_);
  if (before_.sa_handler != SIG_IGN && !(before_.sa_flags & SA_NOCLDWAIT)) return;
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(SIGCHLD, &action, nullptr);
}

ChildrenAreWaitedFor::~ChildrenAreWaitedFor() { sigaction(SIGCHLD, &before_, nullptr); }

void tell_children(void (*tell)()) { told = tell; }

}  // namespace heddle
