#include "heddle/base/similar.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Similar, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("trials", "trials"), 0u);
  EXPECT_EQ(edit_distance("Trials", "trials"), 0u);
  EXPECT_EQ(edit_distance("trails", "trials"), 1u);  // neighbours swapped
  EXPECT_EQ(edit_distance("posh", "pos"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Similar, FindsTheNearestIfItIsNear) {
  const std::vector<std::string> known = {"pos", "pos*", "rapos", "portfolio"};
  EXPECT_EQ(most_similar("posh", known), "pos");
  EXPECT_EQ(most_similar("portfoilo", known), "portfolio");
  EXPECT_EQ(most_similar("rw", known), "");
  EXPECT_EQ(most_similar("", known), "");
  EXPECT_EQ(most_similar("something", std::vector<std::string>()), "");
}

}  // namespace
}  // namespace heddle
