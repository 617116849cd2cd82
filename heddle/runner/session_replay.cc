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

int Session::replay_folder() {
  struct Loaded {
    std::string path;
    ScheduleFile file;
  };
  std::vector<Loaded> all;  // a damaged one is told before the first is replayed
  for (std::string& path : schedules_in(line_.regressions)) {
    ScheduleFile file = read_schedule(path);
    all.push_back({std::move(path), std::move(file)});
  }
  if (all.empty())  // a mistyped folder must not look like one whose schedules pass
    throw UsageError(fmt::format("there is no schedule (*.heddle) in the folder {}", line_.regressions));
  std::size_t skipped = 0;
  for (const auto& [path, file] : all) {
    if (stop_requested()) break;
    const Test* test = find_test(file.test);
    if (!test) {  // a folder may hold the schedules of several programs
      ++skipped;
      if (!line_.quiet) show(fmt::format("skipped {}: {} is no test of this program\n", path, file.test));
      continue;
    }
    const Options options = replay_options(*test, file, line_);
    check_options(options);
    Report report = replay_file(*test, path, file, options);
    report.name = fmt::format("{}/{}", test->name, std::filesystem::path(path).stem().string());
    keep(std::move(report));
  }
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
