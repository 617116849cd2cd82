#include "heddle/runner/run_tests.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "heddle/runner/session.h"
#include "heddle/runner/stop.h"

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "(unknown version)"  // built by other means than our CMake files
#endif

namespace heddle {

std::string_view version() { return HEDDLE_VERSION; }

int run_tests(int argc, char** argv) {
  try {
    const std::string program = argc > 0 ? argv[0] : "heddle";
    CommandLine line = parse_command_line(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    if (line.help) {
      fmt::print("{}", help_text(program, *line.help));
      return kExitOk;
    }
    if (line.version) {
      fmt::print("heddle {}\n", version());
      return kExitOk;
    }
    const StopOnSignal stop;
    return Session(program, std::move(line), all_tests()).run();
  } catch (const UsageError& error) {
    std::fflush(stdout);
    fmt::print(stderr, "heddle: {}\n", error.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "heddle: internal error: {}\n", error.what());
    return kExitInternal;
  }
}

}  // namespace heddle
