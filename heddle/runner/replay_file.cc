#include "heddle/runner/replay_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "heddle/runner/explore.h"
#include "heddle/trace/settings_text.h"

namespace heddle {

ScheduleFile read_schedule(const std::string& path) {
  std::string error;
  std::optional<ScheduleFile> file = load_schedule(path, error);
  if (!file) throw UsageError(error);
  Settings settings;
  if (!settings_from_text(file->settings, settings, error)) throw UsageError(fmt::format("{}: {}", path, error));
  return std::move(*file);
}

std::vector<std::string> schedules_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code problem;
  std::vector<std::string> paths;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem))
    if (entry->path().extension() == ".heddle") paths.push_back(entry->path().string());
  if (problem) throw UsageError(fmt::format("cannot read the folder {}: {}", folder, problem.message()));
  std::sort(paths.begin(), paths.end());
  return paths;
}

Options replay_options(const Test& test, const ScheduleFile& file, const CommandLine& line) {
  Options options;
  options.stuck = test.options.stuck;
  options.max_memory_mb = file.memory.value_or(test.options.max_memory_mb);
  options.settings = test.options.settings;
  std::string error;
  settings_from_text(file.settings, options.settings, error);  // read_schedule() has tried it
  options.in_process = under_debugger();
  options.strategy.clear();
  options = line.apply_to(std::move(options));
  options.after_departure = std::exchange(options.strategy, Options{}.strategy);
  options.name = test.name;
  if (options.seed == 0) options.seed = file.seed;
  return options;
}

Report replay_file(const Test& test, const std::string& path, const ScheduleFile& file, const Options& options) {
  Report report = replay(test.body, file.decisions, options, file.expected);
  report.replayed_file = path;
  report.saved_for = file.failure;
  return report;
}

bool under_debugger() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("TracerPid:")) return line.find_first_of("123456789") != std::string::npos;
  return false;
}

}  // namespace heddle
