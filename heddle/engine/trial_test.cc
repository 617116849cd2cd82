#include "heddle/engine/trial.h"

#include <gtest/gtest.h>
TEST(Trial, X) {}
