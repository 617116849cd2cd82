#include "heddle/runner/autopsy.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>

#include "heddle/engine/backtrace.h"

namespace heddle {
namespace {

constexpr std::string_view kKilled = "killed by SIGKILL: out of memory, or somebody's kill -9";

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "segmentation fault (SIGSEGV)";
    case SIGBUS:
      return "bus error (SIGBUS)";
    case SIGFPE:
      return "arithmetic error (SIGFPE), such as a division by zero";
    case SIGILL:
      return "illegal instruction (SIGILL)";
    case SIGABRT:
      return "abort (SIGABRT)";
    case SIGKILL:
      return std::string(kKilled);
    default:
      return fmt::format("ended by signal {} ({})", signal, strsignal(signal));
  }
}

void add_stack(const CrashNote& crash, Failure& failure) {
  const std::vector<std::uintptr_t> addresses(crash.frames, crash.frames + crash.frame_count);
  const std::vector<Frame> frames = user_frames(addresses);
  for (const Frame& frame : frames) {
    if (frame.file.empty()) continue;
    failure.file = frame.file.substr(frame.file.rfind('/') + 1);  // the same wherever it was built
    failure.line = frame.line;
    break;
  }
  failure.detail = format_frames(frames, 4);
}

}  // namespace

Failure autopsy(const Board& board, int status, bool stuck) {
  // A failure that the trial had found itself comes first, also if unwinding then went wrong.
  if (board.failure.present.load(std::memory_order_acquire)) return board.failure.read();
  Failure failure;
  failure.kind = FailureKind::crash;
  const CrashNote& crash = board.crash;
  const bool noted = crash.signal.load(std::memory_order_acquire) != 0;
  if (noted) failure.task = crash.task;
  if (stuck) {
    failure.kind = FailureKind::stuck;
    failure.message = "no operation for too long (--stuck): an endless loop, or a call that blocks for real";
    if (noted) add_stack(crash, failure);
  } else if (noted && crash.overflow) {
    failure.kind = FailureKind::overflow;
    failure.message = fmt::format("the stack of {} is used up: endless recursion, or raise --stack-size", crash.task);
  } else if (WIFSIGNALED(status)) {
    failure.message = signal_text(WTERMSIG(status));
    if (noted) add_stack(crash, failure);
  } else {
    failure.message = fmt::format("the test ended the process with exit status {}", WEXITSTATUS(status));
  }
  const Phase phase = board.phase.load(std::memory_order_relaxed);
  if (phase == Phase::cleanup) failure.message += ", while destructors ran after the end of the test";
  if (phase == Phase::idle) failure.message += ", between two trials";
  return failure;
}

bool was_killed(const Failure& failure) {
  return failure.kind == FailureKind::crash && failure.message.starts_with(kKilled);
}

bool is_out_of_memory(const Failure& failure) {
  const bool may_be = failure.kind == FailureKind::exception || failure.kind == FailureKind::limit;
  return may_be && failure.message.find("--max-memory") != std::string::npos;
}

void write_note(FailureNote& note, const Failure& failure) {
  note.write(failure.kind, failure.message, failure.file, failure.line, failure.task, failure.detail);
}

}  // namespace heddle
