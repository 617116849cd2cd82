#include "heddle/engine/crash.h"

#include <ucontext.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "heddle/base/assert.h"
#include "heddle/engine/backtrace.h"
#include "heddle/engine/trial.h"

namespace heddle {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};

constexpr std::uintptr_t kLargestFrame = std::uintptr_t{1} << 30;  // further away, the stack pointer itself is broken
constexpr std::uintptr_t kRedZone = 4096;  // what may be used below the stack pointer, a call's return address too

alignas(64) char handler_stack[128 * 1024];
Board* board_of_process = nullptr;

void on_broken_invariant(const char* sentence) noexcept {
  FailureNote& note = board_of_process->failure;
  if (note.present.load() == 0) note.write(FailureKind::internal, sentence, "", 0, "");
}

// 0: not known on this machine.
std::uintptr_t stack_pointer_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.sp);
#else
  return 0;
#endif
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (Trial* trial = Trial::current_or_null()) trial->note_crash(signal, info->si_addr, stack_pointer_of(context));
  struct sigaction fallback = {};
  fallback.sa_handler = SIG_DFL;
  sigaction(signal, &fallback, nullptr);
  raise(signal);
}

}  // namespace

void install_crash_handlers(Board& board) {
  board_of_process = &board;
  static bool installed = false;
  if (installed) return;
  installed = true;
  assertion_hook = on_broken_invariant;
  stack_t alternate = {};
  alternate.ss_sp = handler_stack;
  alternate.ss_size = sizeof handler_stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int signal : kSignals) sigaction(signal, &action, nullptr);
}

// A frame may be so large that it reaches beyond the guard.
bool Trial::is_below_stack(const void* address, std::uintptr_t stack_pointer) const {
  if (stack_pointer == 0 || !running_) return false;
  const auto low = reinterpret_cast<std::uintptr_t>(running_->fiber.stack.low);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return stack_pointer < low && low - stack_pointer < kLargestFrame && at < low && at + kRedZone >= stack_pointer;
}

// Runs on the handler's own stack; touches nothing that the test can have broken, except to read names.
void Trial::note_crash(int signal, void* address, std::uintptr_t stack_pointer) {
  if (!board_) return;
  CrashNote& note = board_->crash;
  note.address = reinterpret_cast<std::uint64_t>(address);
  note.overflow = signal == SIGSEGV && (stacks_.in_guard(address) || is_below_stack(address, stack_pointer));
  note.task[0] = 0;
  if (running_) {
    const std::size_t n = std::min(std::size(note.task) - 1, running_->name.size());
    std::memcpy(note.task, running_->name.data(), n);
    note.task[n] = 0;
  }
  std::uintptr_t frames[64];
  note.frame_count = note.overflow ? 0 : static_cast<std::uint32_t>(capture_stack(frames, 64));
  for (std::uint32_t i = 0; i < note.frame_count; ++i) note.frames[i] = frames[i];
  note.signal.store(signal, std::memory_order_release);
}

}  // namespace heddle
