// Programs with Heddle tests under valgrind and gdb: stacks are understood, breakpoints hit,
// nothing is found that is not there. Not under sanitizers, which neither tool can run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto kTimeLimit = std::chrono::minutes(3);

// Without the search for leaks at the end of each process, which looks through the gigabyte that
// --isolate maps for histories.
const std::vector<std::string> kQuietly = {"-q", "--error-exitcode=9", "--leak-check=no"};

std::string tool(const std::string& name) { return "/usr/bin/" + name; }

bool installed(const std::string& name) { return access(tool(name).c_str(), X_OK) == 0; }

std::string how_to_install(const std::string& name) {
  return name + " is not installed (apt-get install " + name + "): nothing was tested";
}

// The samples under a tool.
class ToolRun {
 public:
  ProgramResult operator()(const std::string& name, std::vector<std::string> tool_arguments,
                           const std::vector<std::string>& arguments) const {
    tool_arguments.push_back(program("sample_tests"));
    tool_arguments.insert(tool_arguments.end(), arguments.begin(), arguments.end());
    return run_program(tool(name), std::move(tool_arguments),
                       {.folder = folder_.path(), .time_limit = kTimeLimit});
  }
  const std::string& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

TEST(Valgrind, FindsNothingInAPassingTest) {
  if (!installed("valgrind")) GTEST_SKIP() << how_to_install("valgrind");
  const ToolRun run;
  for (const std::string mode : {"--in-process", "--workers=1", "--isolate"}) {
    const ProgramResult result =
        run("valgrind", kQuietly,
            {"--filter=^Sample.Passes$", "--trials=20", "--seed=1", "--stuck=1m", mode});
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, HasSubstr("passed Sample.Passes: no failure in 20 trials"));
    EXPECT_THAT(result.err, Not(HasSubstr("==")))
        << "a finding, perhaps of a worker, whose exit code nobody sees";
  }
}

// Unwinding, the replays in processes of their own, the story with its names and lines.
TEST(Valgrind, FindsNothingInAFailingTest) {
  if (!installed("valgrind")) GTEST_SKIP() << how_to_install("valgrind");
  const ToolRun run;
  const ProgramResult result =
      run("valgrind", kQuietly,
          {"--filter=^Sample.Assertion$", "--trials=100", "--seed=1", "--stuck=1m"});
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("replayed 3 of 3"));
  EXPECT_THAT(result.err, Not(HasSubstr("==")));
}

// It would find something: otherwise the two tests above would say nothing.
TEST(Valgrind, FindsTheBugOfATest) {
  if (!installed("valgrind")) GTEST_SKIP() << how_to_install("valgrind");
  const ToolRun run;
  const ProgramResult result = run(
      "valgrind", kQuietly, {"--filter=^Sample.UsesFreedMemory$", "--trials=1", "--in-process"});
  EXPECT_EQ(result.exit_code, 9) << result.all();
  EXPECT_THAT(result.err, HasSubstr("Invalid read"));
  EXPECT_THAT(result.err, HasSubstr("sample_tests.cc"));
}

TEST(Gdb, StopsInTheTestsOwnCodeDuringAReplay) {
  if (!installed("gdb")) GTEST_SKIP() << how_to_install("gdb");
  const ToolRun run;
  const RunSettings here{.folder = run.folder()};
  const ProgramResult found =
      run_program(program("sample_tests"), {"--filter=^Sample.Assertion$", "--seed=1"}, here);
  ASSERT_EQ(found.exit_code, 1) << found.all();
  const ProgramResult result = run("gdb",
                                   {"-batch", "-nx", "-ex", "break counter", "-ex", "run", "-ex",
                                    "backtrace", "-ex", "delete", "-ex", "continue", "--args"},
                                   {"--replay=Sample.Assertion.heddle"});
  EXPECT_THAT(result.out, ContainsRegex("Breakpoint 1, .*counter"));
  EXPECT_THAT(result.out, ContainsRegex("#0 .*counter.* at .*sample_tests.cc:"));
  EXPECT_THAT(result.out, HasSubstr("heddle::Trial::enter"));
  EXPECT_THAT(result.out, Not(HasSubstr("corrupt stack")));
  EXPECT_THAT(result.out,
              HasSubstr("FAILED Sample.Assertion along Sample.Assertion.heddle: assertion"));
  EXPECT_THAT(result.out, HasSubstr("before all adders were heard"));
}

}  // namespace
}  // namespace heddle
