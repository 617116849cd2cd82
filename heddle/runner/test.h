// Tests and their registry.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heddle/runner/options.h"

namespace heddle {

struct Test {
  std::string name;  // "Suite.Name"
  std::function<void()> body;
  Options options;   // this test's own defaults; the command line wins
  std::string file;
  int line = 0;
};

// In the order of registration.
const std::vector<Test>& all_tests();

// Registers a test; the macro below does it for a function body, tests with parameters call it themselves. Returns true,
// so that it can initialise a static.
bool add_test(std::string name, std::function<void()> body, Options options = {}, const char* file = "", int line = 0);

}  // namespace heddle

namespace heddle::detail {

inline Options test_options(Options options = {}) { return options; }  // a macro's arguments may be none

}  // namespace heddle::detail

// HEDDLE_TEST(Suite, Name) { body }   or   HEDDLE_TEST(Suite, Name, {.trials = 100'000}) { body }
#define HEDDLE_TEST(suite, name, ...)                                                               \
  static void heddle_test_##suite##_##name();                                                       \
  [[maybe_unused]] static const bool heddle_added_##suite##_##name =                                \
      ::heddle::add_test(#suite "." #name, &heddle_test_##suite##_##name,                           \
                         ::heddle::detail::test_options(__VA_ARGS__), __FILE__, __LINE__);          \
  static void heddle_test_##suite##_##name()
