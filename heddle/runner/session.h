// One run of a program of tests, from its command line to its exit code.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/report/console.h"
#include "heddle/report/json.h"
#include "heddle/runner/command_line.h"
#include "heddle/runner/progress.h"
#include "heddle/runner/test.h"

namespace heddle {

inline constexpr int kExitOk = 0, kExitFailure = 1, kExitUsage = 2, kExitInternal = 3, kExitSignal = 128;

class Session {
 public:
  // `tests` must outlive it. Throws UsageError if two of them share a name.
  Session(std::string program, CommandLine line, const std::vector<Test>& tests);

  // Everything that can be wrong is found before the first trial; throws UsageError.
  int run();

 private:
  std::vector<const Test*> selected() const;
  const Test* find_test(const std::string& name) const;  // null: there is none
  Options options_for(const Test& test) const;
  void check_outputs() const;

  void list() const;
  int explore_all();
  int replay_one();
  int replay_folder();
  bool replay_one_of_many(const std::string& path);

  void keep(Report report);  // shows it, too
  std::size_t failed_reports() const;
  int finish();  // writes the files; the exit code
  void show(const std::string& text) const;

  std::string program_;
  CommandLine line_;
  const std::vector<Test>& tests_;
  ConsoleStyle style_;
  std::unique_ptr<Progress> progress_;
  RunRecord record_;
  Activity activity_;  // of all tests
};

// "3 tests: A.B, A.C, A.D", shortened where there are many.
std::string test_names(const std::vector<Test>& tests);

// Throws UsageError: no such strategy, a damaged history, a folder that cannot be made.
void check_options(const Options& options);

}  // namespace heddle
