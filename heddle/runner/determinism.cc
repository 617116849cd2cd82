#include "heddle/runner/determinism.h"

#include <fmt/format.h>

#include "heddle/actor/system.h"
#include "heddle/engine/backtrace.h"
#include "heddle/runner/autopsy.h"
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

std::vector<Seen> watch(const std::function<void()>& test, Settings settings, const Schedule& schedule,
                        const TrialStart& start, int poison) {
  settings.poison_stacks = poison;
  Trial trial(settings);
  Watcher watcher;
  trial.observe_with(&watcher);
  BoardMemory memory;
  Replay replay(schedule);
  const Outcome outcome = trial.run(test, replay, start, memory.board(), &ActorSystem::run_body);
  watcher.seen.push_back({outcome.failure ? "fails: " + outcome.failure->message : "ends without failure", {}});
  return std::move(watcher.seen);
}

std::string describe(const char* which, const std::vector<Seen>& seen, std::size_t i) {
  if (i >= seen.size()) return fmt::format("  {}: nothing more happened\n", which);
  return fmt::format("  {}: {}\n{}", which, seen[i].text, format_frames(user_frames(seen[i].stack), 6));
}

}  // namespace

void check_determinism(const std::function<void()>& test, const Options& options, const TrialStart& start, Board& board,
                       Outcome& outcome) {
  const Schedule schedule(board.decisions(), board.decisions() + board.count.load());
  const std::vector<Seen> first = watch(test, options.settings, schedule, start, 0x00);
  const std::vector<Seen> second = watch(test, options.settings, schedule, start, 0xaa);
  std::size_t i = 0;
  while (i < first.size() && i < second.size() && first[i].text == second[i].text) ++i;
  if (i == first.size() && i == second.size()) return;
  Failure failure;
  failure.kind = FailureKind::nondeterminism;
  failure.message = fmt::format(
      "the same schedule went two ways at step {}: '{}', then '{}'", i + 1,
      i < first.size() ? first[i].text : "nothing more", i < second.size() ? second[i].text : "nothing more");
  failure.detail = describe("first run ", first, i) + describe("second run", second, i) +
                   "  Look for addresses, uninitialised memory, unordered containers, real time, or state kept in "
                   "globals between trials (--isolate).\n";
  write_note(board.failure, failure);
  outcome.failure = failure;
}

}  // namespace heddle
