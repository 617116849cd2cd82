#include "heddle/runner/estimator.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "heddle/engine/forked.h"
#include "heddle/actor/system.h"
#include "heddle/engine/board.h"
#include "heddle/runner/child.h"
#include "heddle/runner/trial_loop.h"
#include "heddle/search/graph_estimate.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

// What one probe has found, on the pipe.
struct Found {
  double executions;
  std::uint64_t runs;
};

void probe_for(const std::function<void()>& test, const Options& options, std::uint64_t seed,
               const std::vector<std::string>& pieces, std::chrono::nanoseconds time, int to) {
  const auto began = Clock::now();
  const auto left = [&] { return 1 - std::chrono::duration<double>(Clock::now() - began) / time; };
  BoardMemory memory(BoardMemory::Sharing::private_memory);
  GraphProbes probes(test, options.settings, &ActorSystem::run_body, memory.board(), seed);
  if (!probes.begin(pieces)) return;
  probe_widely(probes, left, [&](double executions, std::uint64_t runs) {
    const Found found{executions, runs};
    if (write(to, &found, sizeof found) != sizeof found) _exit(0);
  });
}

}  // namespace

void Estimator::start(const std::vector<std::string>& pieces, std::uint64_t done, std::chrono::nanoseconds time) {
  int pipe[2];
  if (pieces.empty() || pipe2(pipe, O_CLOEXEC) != 0) return;
  process_ = run_in_child(options_, nullptr, [&] {
    close(pipe[0]);
    close_in_forks(pipe[1]);
    probe_for(test_, options_, trial_seed(options_.seed, times_), pieces, time, pipe[1]);
  });
  close(pipe[1]);
  if (process_ < 0) {
    close(pipe[0]);
    return;
  }
  ++times_;
  done_ = done;
  from_ = pipe[0];
}

void Estimator::listen() {
  Found found{};
  ssize_t n;
  do n = read(from_, &found, sizeof found);
  while (n < 0 && errno == EINTR);
  if (n == sizeof found)
    forecast_.add(static_cast<double>(done_), found.executions, found.runs);
  else
    end();
}

void Estimator::end() {
  if (!busy()) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  close(from_);
  process_ = from_ = -1;
}

}  // namespace heddle
