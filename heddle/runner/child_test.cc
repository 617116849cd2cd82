// Whatever goes wrong in a process of our own is told, and never comes back into the program that forked it.
#include "heddle/runner/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "heddle/engine/trial.h"
#include "heddle/heddle.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

Failure noted(const std::function<void()>& body) {
  const BoardMemory memory(BoardMemory::Sharing::shared_with_children, 1);
  FailureNote& note = memory.board().failure;
  const pid_t child = run_in_child(Options{}, &note, body);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  return note.read();
}

TEST(Child, TellsWhatItThrew) {
  const Failure broken = noted([] { throw std::logic_error("a thread too many"); });
  EXPECT_EQ(broken.kind, FailureKind::internal);
  EXPECT_EQ(broken.message, "a thread too many");
  EXPECT_EQ(noted([] { throw 1; }).kind, FailureKind::internal);
  const Failure full = noted([] { throw std::bad_alloc(); });
  EXPECT_EQ(full.kind, FailureKind::limit);
  EXPECT_EQ(full.message, kOutOfMemory);
  EXPECT_EQ(noted([] {}).message, "");
}

Options few() {
  Options options;
  options.trials = 20;
  options.seed = 5;
  options.workers = 1;
  options.save_to = "";
  return options;
}

void does_nothing() {}

// The first task's stack is made by Heddle itself, not by a task of the test.
TEST(Child, ThatCannotEvenBeginATrialSaysWhy) {
  Options options = few();
  options.settings.stack_bytes = std::size_t{1} << 60;
  for (const bool isolate : {false, true}) {
    options.isolate = isolate;
    const Report report = explore(does_nothing, options);
    ASSERT_EQ(report.failures.size(), 1u) << report;
    EXPECT_EQ(report.failures[0].failure.kind, FailureKind::limit);
    EXPECT_THAT(report.failures[0].failure.message, HasSubstr("--stack-size"));
    EXPECT_FALSE(report.ok());
  }
  const Report replayed = replay(does_nothing, {}, options);
  ASSERT_EQ(replayed.failures.size(), 1u) << replayed;
  EXPECT_EQ(replayed.failures[0].failure.kind, FailureKind::limit);
}

void end_between_trials(int) {
  if (!Trial::current_or_null()) _exit(0);
}

// From the third trial on the process waits for the end of a trial, and ends then.
void ends_between_trials() {
  static int trials = 0;
  if (++trials != 3) return;
  std::signal(SIGALRM, end_between_trials);
  ualarm(1'000, 1'000);
}

TEST(Child, ThatEndsBetweenTrialsHasNotPassed) {
  Options options = few();
  options.trials = 0;
  const Report report = explore(ends_between_trials, options);
  ASSERT_EQ(report.failures.size(), 1u) << report;
  EXPECT_THAT(report.failures[0].failure.message,
              HasSubstr("the test ended the process with exit status 0, between two trials"));
  EXPECT_FALSE(report.ok());
}

// Whoever starts a program with SIGCHLD ignored takes from it the news of how its processes end.
TEST(Child, IsWaitedForWhereItsEndIsIgnored) {
  struct sigaction before = {};
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignored, &before);
  const Report failed = explore([] { fail("found"); }, few());
  const Report crashed = explore([] { raise(SIGSEGV); }, few());
  struct sigaction after = {};
  sigaction(SIGCHLD, &before, &after);
  EXPECT_EQ(after.sa_handler, SIG_IGN);
  ASSERT_EQ(failed.failures.size(), 1u) << failed;
  EXPECT_EQ(failed.failures[0].replays, 3u);
  ASSERT_EQ(crashed.failures.size(), 1u) << crashed;
  EXPECT_EQ(crashed.failures[0].failure.kind, FailureKind::crash);
}

// What a test forks and leaves behind holds nobody up.
TEST(Child, OfATestMayLiveLonger) {
  static pid_t* const left = [] {
    static BoardMemory memory(BoardMemory::Sharing::shared_with_children, 1);
    return reinterpret_cast<pid_t*>(memory.board().decisions());
  }();
  Options options = few();
  options.trials = 1;
  for (const bool isolate : {false, true}) {
    options.isolate = isolate;
    const Report report = explore(
        [] {
          const pid_t child = fork();
          if (child != 0) {
            *left = child;
            return;
          }
          for (;;) ::pause();
        },
        options);
    EXPECT_TRUE(report.ok()) << report;
    EXPECT_EQ(kill(*left, 0), 0) << "it lives";
    kill(*left, SIGKILL);
  }
}

}  // namespace
}  // namespace heddle
