#include <gtest/gtest.h>

#include "heddle/runner/gtest_bridge.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  heddle::register_with_gtest();
  return RUN_ALL_TESTS();
}
