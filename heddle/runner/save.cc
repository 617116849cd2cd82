#include "heddle/runner/save.h"

#include <fmt/format.h>

#include <filesystem>

#include "heddle/trace/build_id.h"
#include "heddle/trace/schedule_file.h"
#include "heddle/trace/settings_text.h"

namespace heddle {

namespace {

// Short enough to be read; --replay --verbose tells all of it.
std::vector<std::string> shortened(const std::vector<std::string>& story) {
  constexpr std::size_t kFirst = 20, kLast = 200;
  if (story.size() <= kFirst + kLast + 1) return story;
  std::vector<std::string> text(story.begin(), story.begin() + kFirst);
  text.push_back(fmt::format("... {} lines, which --replay --verbose shows", story.size() - kFirst - kLast));
  text.insert(text.end(), story.end() - kLast, story.end());
  return text;
}

}  // namespace

void save_found(FoundFailure& found, std::size_t number, const Options& options, Report& report) {
  ScheduleFile file;
  file.test = options.name;
  file.strategy = found.strategy;
  file.seed = found.seed;
  file.trial = found.trial;
  file.build_id = this_build_id();
  Settings settings = options.settings;
  if (found.failure.kind == FailureKind::liveness) settings.heat_from = found.heat_from;
  file.settings = settings_to_text(settings);
  if (options.max_memory_mb != Options{}.max_memory_mb) file.memory = options.max_memory_mb;
  file.failure = found.failure;
  file.decisions = found.schedule;
  file.expected = found.decisions;
  file.story = shortened(found.story);
  std::filesystem::path name = default_schedule_name(options.name);
  if (number > 0) name.replace_filename(fmt::format("{}-{}.heddle", name.stem().string(), number + 1));
  std::error_code ignored;
  std::filesystem::create_directories(options.save_to, ignored);
  const std::string path = (std::filesystem::path(options.save_to) / name).lexically_normal().string();
  if (save_schedule(path, file, report.error)) found.schedule_file = path;
}

}  // namespace heddle
