// HEDDLE_TESTs as GoogleTests: link heddle::gtest.
//
//   int main(int argc, char** argv) {
//     testing::InitGoogleTest(&argc, argv);
//     heddle::register_with_gtest();
//     return RUN_ALL_TESTS();
//   }
//
// Each HEDDLE_TEST(Suite, Name) becomes Suite.Name, beside whatever TEST() makes, and fails with its printed report. The
// environment variable HEDDLE_OPTIONS takes options as on Heddle's own command line, separated by spaces:
//
//   HEDDLE_OPTIONS="--trials=1e6 --strategy=pos+" ./my_tests --gtest_filter='Counter.*'
//   HEDDLE_OPTIONS=--replay=Counter.Counts.heddle ./my_tests --gtest_filter=Counter.Counts
//
// A report prints itself: EXPECT_TRUE(explore(test).ok()).
//
// An EXPECT_... or ASSERT_... that fails in a task of a trial is a failure of that trial, as a failed check() is: found,
// replayed, reported. So it is in every program that links heddle::gtest with CMake, also if it only calls explore();
// others call watch_expectations() first. Without it, such a failure is lost with the process that ran the trial.
#pragma once

namespace heddle {

// Call it once, after InitGoogleTest() and before RUN_ALL_TESTS(). Prints a sentence and exits with 2 if HEDDLE_OPTIONS
// makes no sense.
void register_with_gtest();

// See above. register_with_gtest() calls it; a second call does nothing.
void watch_expectations();

}  // namespace heddle
