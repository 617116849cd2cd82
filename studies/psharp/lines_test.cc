#include "studies/psharp/lines.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace psharp {
namespace {

TEST(LinesOfCode, LeavesOutBlankLinesAndComments) {
  EXPECT_EQ(lines_of_code(""), 0u);
  EXPECT_EQ(lines_of_code("int a;"), 1u);
  EXPECT_EQ(lines_of_code("// what it is\n\nint a;  // one\n  \t\n  // more\n  int b;\n"), 2u);
}

TEST(LinesOfCode, AreThereForEveryStudy) {
  for (const Size& size : kSizes) {
    SCOPED_TRACE(size.study);
    EXPECT_GT(lines_of(HEDDLE_SOURCES, size.study, size.system), 100u);
    EXPECT_GT(lines_of(HEDDLE_SOURCES, size.study, size.harness), 100u);
  }
}

TEST(LinesOfCode, NeedFiles) {
  EXPECT_EQ(lines_of(HEDDLE_SOURCES, "vnext", ""), 0u);
  EXPECT_THROW(lines_of(HEDDLE_SOURCES, "vnext", "harness no_such_thing"), std::runtime_error);
  EXPECT_THROW(lines_of("/nowhere", "vnext", "harness"), std::runtime_error);
}

}  // namespace
}  // namespace psharp
