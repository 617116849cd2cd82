// The programs in programs/, run in a folder of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/run_program.h"

namespace heddle {

inline std::string program(const std::string& name) { return std::string(HEDDLE_TEST_BIN_DIR) + "/e2e_" + name; }

// A test's own folder, in which it runs the samples.
class SampleRun {
 public:
  ProgramResult operator()(std::vector<std::string> arguments, RunSettings settings = {}) const {
    settings.folder = folder_.path();
    return run_program(program("sample_tests"), std::move(arguments), settings);
  }

  // Exactly one test, with a fixed seed.
  ProgramResult test(const std::string& name, std::vector<std::string> more = {}, RunSettings settings = {}) const {
    std::vector<std::string> arguments = {"--filter=^Sample." + name + "$", "--seed=1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return (*this)(std::move(arguments), std::move(settings));
  }

  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  TemporaryFolder folder_;
};

}  // namespace heddle
