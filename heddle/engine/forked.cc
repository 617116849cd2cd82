#include "heddle/engine/forked.h"

#include <pthread.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "heddle/engine/crash.h"
#include "heddle/engine/trial.h"

namespace heddle {

bool forked_off = false;

namespace {

Board* board_of_parent = nullptr;
std::vector<int> to_close;

// Any operation is one too many.
class Border final : public Watcher {
 public:
  void before_step(Trial&, const Pending&) override { end_forked(); }
  std::optional<std::uint32_t> lead(Trial&, DecisionType, std::uint32_t) override { return std::nullopt; }
  void chose(const Trial&, const Choice&, std::uint32_t) override {}
};

}  // namespace

void watch_forks(void (*in_child)()) {
  static bool watching = false;
  if (watching) return;
  watching = true;
  pthread_atfork(nullptr, nullptr, in_child);
}

// What tells of the trial is shared with the parent, where it goes on: from now on a board of its own takes what this process
// does, and nobody else hears of it.
void Trial::on_fork() {
  if (!current_ || !current_->runs_task() || forked_off) return;
  static Border border;
  static BoardMemory own(BoardMemory::Sharing::private_memory, 4096);
  forked_off = true;
  board_of_parent = current_->board_;
  current_->board_ = &own.board();
  current_->observer_ = nullptr;
  current_->tally_ = nullptr;
  for (const int file : to_close) close(file);
  install_crash_handlers(own.board());
  current_->watch_steps(border, 0);
}

void close_in_forks(int file) { to_close.push_back(file); }

void end_forked() {
  constexpr std::string_view kSentence =
      "heddle: a process that the test forked came back into Heddle, and was ended; end it yourself, with _exit() or exec\n";
  static_cast<void>(!write(STDERR_FILENO, kSentence.data(), kSentence.size()));
  board_of_parent->came_back.store(true);
  _exit(1);
}

}  // namespace heddle
