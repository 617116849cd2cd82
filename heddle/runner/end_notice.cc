#include "heddle/runner/end_notice.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "heddle/runner/session.h"

namespace heddle {
namespace {

const std::string* test_of_process = nullptr;
pid_t process = 0;

void tell_end() {
  if (!test_of_process || getpid() != process) return;  // what the test forks may end as it likes
  std::fflush(nullptr);
  fmt::print(stderr, "heddle: {} ended the process that Heddle runs in, too; without --in-process there is a report\n",
             *test_of_process);
  std::fflush(stderr);
  _exit(kExitFailure);
}

}  // namespace

EndNotice::EndNotice(const std::string& test) {
  static const bool listens = std::atexit(tell_end) == 0 && std::at_quick_exit(tell_end) == 0;
  static_cast<void>(listens);
  process = getpid();
  test_of_process = &test;
}

EndNotice::~EndNotice() { test_of_process = nullptr; }

}  // namespace heddle
