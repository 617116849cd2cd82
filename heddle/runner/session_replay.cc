// Schedules from files, replayed as a run of the program.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "heddle/report/words.h"
#include "heddle/runner/replay_file.h"
#include "heddle/runner/session.h"
#include "heddle/runner/stop.h"

namespace heddle {

const Test* Session::find_test(const std::string& name) const {
  const auto test = std::find_if(tests_.begin(), tests_.end(), [&](const Test& t) { return t.name == name; });
  return test == tests_.end() ? nullptr : &*test;
}

int Session::replay_one() {
  const ScheduleFile file = read_schedule(line_.replay);
  const Test* test = find_test(file.test);
  if (!test) {
    throw UsageError(fmt::format("{} is a schedule of {}, and this program has no test of that name; it has {}",
                                 line_.replay, file.test, test_names(tests_)));
  }
  const Options options = replay_options(*test, file, line_);
  check_options(options);
  keep(replay_file(*test, line_.replay, file, options));
  return finish();
}

// One that is damaged must not hide what the others tell. False: it is none of ours, for a folder may hold the schedules of
// several programs.
bool Session::replay_one_of_many(const std::string& path) {
  Report report;
  const std::string stem = std::filesystem::path(path).stem().string();
  try {
    const ScheduleFile file = read_schedule(path);
    const Test* test = find_test(file.test);
    if (!test) {
      if (!line_.quiet) show(fmt::format("skipped {}: {} is no test of this program\n", path, file.test));
      return false;
    }
    const Options options = replay_options(*test, file, line_);
    check_options(options);
    report = replay_file(*test, path, file, options);
    report.name = fmt::format("{}/{}", test->name, stem);
  } catch (const UsageError& error) {
    report.name = stem;
    report.error = error.what();
  }
  keep(std::move(report));
  return true;
}

int Session::replay_folder() {
  const std::vector<std::string> all = schedules_in(line_.regressions);
  if (all.empty())  // a mistyped folder must not look like one whose schedules pass
    throw UsageError(fmt::format("there is no schedule (*.heddle) in the folder {}", line_.regressions));
  std::size_t skipped = 0;
  for (const std::string& path : all) {
    if (stop_requested()) break;
    if (!replay_one_of_many(path)) ++skipped;
  }
  if (skipped == all.size())  // nor one whose tests have other names by now
    throw UsageError(fmt::format("no schedule in the folder {} is of a test of this program; it has {}", line_.regressions,
                                 test_names(tests_)));
  if (!line_.quiet) {
    const std::size_t failed = failed_reports();
    const auto left = std::count_if(record_.reports.begin(), record_.reports.end(),
                                    [](const Report& report) { return !report.followed; });
    show(fmt::format("{} in {}: {} passed, {} failed, {} skipped{}\n", count_of(all.size(), "schedule"),
                     line_.regressions, record_.reports.size() - failed, failed, skipped,
                     left == 0 ? "" : fmt::format("; {} could not be followed to the end", left)));
  }
  return finish();
}

}  // namespace heddle
