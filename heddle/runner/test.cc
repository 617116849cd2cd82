#include "heddle/runner/test.h"

namespace heddle {

namespace {

// Inside a function, so that it exists before the first static that adds to it.
std::vector<Test>& registry() {
  static std::vector<Test> tests;
  return tests;
}

}  // namespace

const std::vector<Test>& all_tests() { return registry(); }

bool add_test(std::string name, std::function<void()> body, Options options, const char* file, int line) {
  options.name = name;
  registry().push_back({std::move(name), std::move(body), std::move(options), file, line});
  return true;
}

}  // namespace heddle
