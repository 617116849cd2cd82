#include "heddle/trace/build_id.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(BuildId, IsHexadecimalAndStaysTheSame) {
  const std::string id = this_build_id();
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id.size() % 2, 0u);
  EXPECT_EQ(id, this_build_id());
}

}  // namespace
}  // namespace heddle
