// A program of tests: all that its main() has to do.
#pragma once

#include <string_view>

namespace heddle {

// Runs the registered tests as the command line says, prints what they show and returns the exit code:
//   0    no failure            2    wrong use: one sentence on the standard error, nothing run or overwritten
//   1    a failure was found   3    Heddle itself failed
//   130  interrupted by Ctrl-C before a failure was found (128 and the signal's number: 143 for SIGTERM, 129 for SIGHUP)
int run_tests(int argc, char** argv);

std::string_view version();

}  // namespace heddle
