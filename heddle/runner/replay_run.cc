#include "heddle/runner/replay_run.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "heddle/actor/system.h"
#include "heddle/runner/autopsy.h"
#include "heddle/runner/child.h"
#include "heddle/runner/end_notice.h"
#include "heddle/runner/shared_memory.h"
#include "heddle/runner/shared_tally.h"
#include "heddle/strategy/catalogue.h"
#include "heddle/trace/replay.h"
#include "heddle/trace/story.h"

namespace heddle {
namespace {

constexpr std::size_t kStoryBytes = std::size_t{256} << 20;  // address space; pages are taken when touched
constexpr std::size_t kDetailBytes = std::size_t{64} << 20;
constexpr std::chrono::milliseconds kReporting{30'000};      // that a trial takes to say why it failed
constexpr std::string_view kTooLong = "who waits for what is more text than can be kept\n";

// What the child leaves behind.
struct Remains {
  BoardMemory memory{BoardMemory::Sharing::shared_with_children};
  SharedBytes story{kStoryBytes};
  SharedBytes departed{kDetailBytes};
  SharedBytes detail{kDetailBytes};
  Shared<bool> complete;
  Shared<bool> ran_out;
};

void run_here(const std::function<void()>& test, const Schedule& schedule, const std::vector<std::string>& expected,
              const Options& options, const std::string& fallback_name, SharedTally* tally, Telling telling,
              Remains& remains) {
  std::string error;
  const std::unique_ptr<Strategy> fallback = fallback_name.empty() ? nullptr : make_strategy(fallback_name, error);
  const TrialStart start{0, options.seed};
  Replay replay(schedule, expected, fallback.get());
  const auto depart = [&](const Departure& departure) {
    const std::string text = departure.text();
    remains.departed.append(text.data(), text.size());
    *remains.ran_out = departure.why == Departure::Why::ran_out;
  };
  replay.on_departure(depart);
  Story story([&](std::string_view record) { remains.story.append(record.data(), record.size()); });
  Trial trial(options.settings);
  if (telling == Telling::story) trial.observe_with(&story);
  trial.count_with(tally);
  const Outcome outcome = trial.run(test, replay, start, remains.memory.board(), &ActorSystem::run_body);
  if (const std::optional<Departure> departure = replay.departed(); departure && remains.departed.view().empty())
    depart(*departure);
  if (outcome.failure) {
    const std::string& detail = outcome.failure->detail;
    if (!remains.detail.append(detail.data(), detail.size())) remains.detail.append(kTooLong.data(), kTooLong.size());
  }
  *remains.complete = true;
}

// Nobody runs any more, but it is asked who waits for what, and where.
bool reports(const Board& board) {
  return board.failure.present.load() && board.phase.load() == Phase::running;
}

// Waits for the child, as long as it makes steps or decisions. Once the trial has failed, it has half a minute to say
// why. Returns waitpid's status.
int wait_watching(pid_t child, const Board& board, const Options& options, bool& stuck) {
  using Clock = std::chrono::steady_clock;
  auto moved = Clock::now();
  std::uint64_t seen = 0;
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return status;
    const std::uint64_t made = board.steps.load() + board.count.load();
    if (made != seen) {
      seen = made;
      moved = Clock::now();
    } else if (Clock::now() - moved > (reports(board) ? std::max(options.stuck, kReporting) : options.stuck)) {
      kill(child, stuck ? SIGKILL : SIGXCPU);
      stuck = true;
      moved = Clock::now();
    }
    poll(nullptr, 0, 1);
  }
}

}  // namespace

ReplayRun run_replay(const std::function<void()>& test, const Schedule& schedule,
                     const std::vector<std::string>& expected, const Options& options, const std::string& fallback,
                     SharedTally* tally, Telling telling) {
  Remains remains;
  ReplayRun run;
  int status = 0;
  bool stuck = false;
  if (options.in_process) {
    const EndNotice notice(options.name);
    run_here(test, schedule, expected, options, fallback, tally, telling, remains);
  } else {
    const pid_t child = run_in_child(options, &remains.memory.board().failure, [&] {
      run_here(test, schedule, expected, options, fallback, tally, telling, remains);
    });
    if (child < 0) throw std::runtime_error(std::string("cannot fork a process for a replay: ") + std::strerror(errno));
    status = wait_watching(child, remains.memory.board(), options, stuck);
  }
  const Board& board = remains.memory.board();
  if (board.failure.present.load())
    run.failure = board.failure.read();
  else if (!*remains.complete)
    run.failure = autopsy(board, status, stuck);
  if (run.failure && run.failure->detail.empty()) run.failure->detail = remains.detail.view();
  run.departed = remains.departed.view();
  run.ran_out = *remains.ran_out;
  run.schedule = remains.memory.schedule();
  run.steps = board.steps.load();
  StoryLines lines = read_story(remains.story.view());
  run.decisions = std::move(lines.decisions_text);
  run.story = std::move(lines.lines);
  return run;
}

}  // namespace heddle
