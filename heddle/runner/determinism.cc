#include "heddle/runner/determinism.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "heddle/engine/forked.h"
#include "heddle/actor/system.h"
#include "heddle/base/bytes.h"
#include "heddle/engine/backtrace.h"
#include "heddle/runner/autopsy.h"
#include "heddle/runner/child.h"
#include "heddle/trace/replay.h"

namespace heddle {
namespace {

struct Seen {
  std::string text;
  std::vector<std::uintptr_t> stack;
};

class Watcher final : public Observer {
 public:
  void on_event(const Trial& trial, const Event& event, std::span<const Touch>, std::string_view text) override {
    std::string line = fmt::format("{} {} {}", trial.name_of(event.task), event.kind->name, text);
    if (event.where.known()) line += fmt::format(" at {}:{}", event.where.file_base(), event.where.line());
    seen.push_back({std::move(line), capture_stack()});
  }
  void on_decision(const Trial&, Decision decision) override {
    seen.push_back({fmt::format("decision: {} {}", to_string(decision.type()), decision.value()), {}});
  }
  void on_log(const Trial& trial, TaskId task, std::string_view text) override {
    seen.push_back({fmt::format("{} logs {}", trial.name_of(task), text), capture_stack()});
  }

  std::vector<Seen> seen;
};

std::vector<Seen> watch(const std::function<void()>& test, const Options& options, const Schedule& schedule,
                        const TrialStart& start, int poison, FailureNote&) {
  Settings poisoned = options.settings;
  poisoned.poison_stacks = poison;
  Trial trial(poisoned);
  Watcher watcher;
  trial.observe_with(&watcher);
  BoardMemory memory;
  Replay replay(schedule);
  const Outcome outcome = trial.run(test, replay, start, memory.board(), &ActorSystem::run_body);
  watcher.seen.push_back({outcome.failure ? "fails: " + outcome.failure->message : "ends without failure", {}});
  return std::move(watcher.seen);
}

void tell(const std::vector<Seen>& all, int to) {
  ByteWriter out;
  for (const Seen& seen : all) {
    out.text(seen.text);
    out.list(seen.stack);
  }
  const std::string bytes = out.take();
  for (std::size_t n = 0; n < bytes.size();) {
    const ssize_t written = write(to, bytes.data() + n, bytes.size() - n);
    if (written < 0 && errno != EINTR) break;
    n += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  }
}

// The same in a process of its own: what it changes for good is not seen here.
std::vector<Seen> watch_apart(const std::function<void()>& test, const Options& options, const Schedule& schedule,
                              const TrialStart& start, int poison, FailureNote& note) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  const pid_t child = run_in_child(
      options, &note, [&] {
        close_in_forks(ends[1]);
        tell(watch(test, options, schedule, start, poison, note), ends[1]);
      });
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + std::strerror(errno));
  close(ends[1]);
  std::string bytes;
  char part[4096];
  for (ssize_t n; (n = read(ends[0], part, sizeof part)) != 0;) {
    if (n > 0) bytes.append(part, static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  waitpid(child, nullptr, 0);
  std::vector<Seen> all;
  ByteReader in(bytes);
  while (in.good() && !in.at_end()) {
    all.emplace_back();
    in.text(all.back().text);
    in.list(all.back().stack);
  }
  if (all.empty() || !in.good()) all.push_back({"its process dies", {}});
  return all;
}

std::string describe(const char* which, const std::vector<Seen>& seen, std::size_t i) {
  if (i >= seen.size()) return fmt::format("  {}: nothing more happened\n", which);
  return fmt::format("  {}: {}\n{}", which, seen[i].text, format_frames(user_frames(seen[i].stack), 6));
}

}  // namespace

void check_determinism(const std::function<void()>& test, const Options& options, const TrialStart& start, Board& board,
                       Outcome& outcome) {
  const Schedule schedule(board.decisions(), board.decisions() + board.count.load());
  const auto run = options.isolate ? watch_apart : watch;
  const std::vector<Seen> first = run(test, options, schedule, start, 0x00, board.failure);
  const std::vector<Seen> second = run(test, options, schedule, start, 0xaa, board.failure);
  if (board.failure.present.load()) {  // neither way came to its end, for a reason of our own
    outcome.failure = board.failure.read();
    return;
  }
  std::size_t i = 0;
  while (i < first.size() && i < second.size() && first[i].text == second[i].text) ++i;
  if (i == first.size() && i == second.size()) return;
  Failure failure;
  failure.kind = FailureKind::nondeterminism;
  failure.message = fmt::format("the same schedule went two ways at step {}", i + 1);
  failure.detail = describe("first run ", first, i) + describe("second run", second, i) +
                   "  Look for addresses, uninitialised memory, unordered containers, real time, or state kept in "
                   "globals between trials (--isolate).\n";
  write_note(board.failure, failure);
  outcome.failure = failure;
}

}  // namespace heddle
