// The two scripts by which every example and study is held to what it promises can say no.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/sample.h"

namespace heddle {
namespace {

using ::testing::HasSubstr;

ProgramResult script(const std::string& name, std::vector<std::string> arguments) {
  return run_program(std::string(HEDDLE_TEST_SOURCE_DIR) + "/tests/support/" + name,
                     std::move(arguments));
}

ProgramResult check_determinism(const std::string& test) {
  return script("check_determinism.py",
                {program("sample_tests"), "--filter=^Sample." + test + "$", "--trials=20"});
}

TEST(CheckDeterminism, SaysYesToWhatIsDeterministicEvenIfItFails) {
  for (const char* test : {"Passes", "Assertion", "Deadlock"}) {
    const ProgramResult result = check_determinism(test);
    EXPECT_EQ(result.exit_code, 0) << result.all();
    EXPECT_THAT(result.out, HasSubstr("1 tests, 20 trials, each run twice more"));
  }
}

TEST(CheckDeterminism, SaysNoToWhatIsNot) {
  const ProgramResult result = check_determinism("NotDeterministic");
  EXPECT_EQ(result.exit_code, 1) << result.all();
  EXPECT_THAT(result.out, HasSubstr("Sample.NotDeterministic: "));
  EXPECT_EQ(check_determinism("Missing").exit_code, 1);
}

class CheckRegression : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_.test("Assertion").exit_code, 1);
    schedule_ = run_.file("Sample.Assertion.heddle");
  }

  ProgramResult check(bool expect_failure, const std::string& name = "sample_tests") const {
    std::vector<std::string> arguments = {schedule_};
    if (expect_failure) arguments.push_back("--expect-failure=Sample.Assertion");
    arguments.push_back(program("no_tests"));
    arguments.push_back(program(name));
    return script("check_regression.py", arguments);
  }

  void change(const std::string& from, const std::string& to) const {
    std::string text = read_text(schedule_);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text;
    write_text(schedule_, text.replace(at, from.size(), to));
  }

  SampleRun run_;
  std::string schedule_;
};

TEST_F(CheckRegression, SaysYesToTheFailureThatItWasKeptFor) {
  const ProgramResult result = check(true);
  EXPECT_EQ(result.exit_code, 0) << result.all();
}

TEST_F(CheckRegression, SaysNoToAFailureThatIsNotExpected) { EXPECT_EQ(check(false).exit_code, 1); }

TEST_F(CheckRegression, SaysNoToAnotherFailure) {
  change("message: total", "message: sum");
  const ProgramResult result = check(true);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("not the failure that the schedule was kept for"));
}

TEST_F(CheckRegression, SaysNoToAnotherWay) {
  change("# ", "# somebody else's ");
  const ProgramResult result = check(true);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("the run left the schedule at"));
}

TEST_F(CheckRegression, SaysNoToAScheduleThatNobodyKnows) {
  const ProgramResult result = check(true, "no_tests");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("which none of these has"));
}

TEST_F(CheckRegression, IsContentWithATestThatPasses) {
  change("test: Sample.Assertion", "test: Sample.Passes");
  EXPECT_EQ(check(false).exit_code, 0);
}

}  // namespace
}  // namespace heddle
