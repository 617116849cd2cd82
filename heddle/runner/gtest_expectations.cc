// What GoogleTest's EXPECT_... and ASSERT_... say in a running trial is a failure of the trial.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "heddle/engine/forked.h"
#include "heddle/engine/trial.h"
#include "heddle/runner/child.h"
#include "heddle/runner/gtest_bridge.h"

namespace heddle {
namespace {

// GoogleTest holds a lock meanwhile: so nothing is thrown, and the task goes on to its next operation.
void tell_trial(const testing::TestPartResult& part) {
  Trial* const trial = Trial::current_or_null();
  if (!part.failed() || !trial || !trial->runs_task() || forked_off) return;
  const char* const file = part.file_name();
  const auto line = part.line_number() > 0 ? static_cast<std::uint32_t>(part.line_number()) : 0;
  trial->flag_failure(FailureKind::assertion, part.summary(), file ? file : "", line);
}

// In this process GoogleTest counts it, too.
class Listener final : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& part) override { tell_trial(part); }
};

// In a process that only runs trials, GoogleTest neither prints nor keeps what nobody would see.
class Reporter final : public testing::ScopedFakeTestPartResultReporter {
 public:
  Reporter() : ScopedFakeTestPartResultReporter(INTERCEPT_ONLY_CURRENT_THREAD, nullptr) {}
  void ReportTestPartResult(const testing::TestPartResult& part) override { tell_trial(part); }
};

}  // namespace

void watch_expectations() {
  static const bool once = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new Listener);
    tell_children([] { static Reporter reporter; });
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace heddle

// Whoever links heddle::gtest asks for it (cmake/HeddleLibrary.cmake), also one who calls nothing of the bridge.
extern "C" {
extern const bool heddle_watches_expectations;
const bool heddle_watches_expectations = (heddle::watch_expectations(), true);
}
