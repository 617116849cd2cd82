#include "heddle/runner/activity_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "heddle/report/activity_files.h"
#include "heddle/runner/graphviz.h"
#include "heddle/runner/output_file.h"
#include "heddle/runner/values.h"

namespace heddle {
namespace {

constexpr std::array<std::string_view, 4> kEndings = {".txt", ".json", ".dot", ".svg"};

std::string ending_of(const std::string& path) { return std::filesystem::path(path).extension().string(); }

}  // namespace

void check_activity_file(const std::string& path) {
  const std::string ending = ending_of(path);
  if (std::find(kEndings.begin(), kEndings.end(), ending) == kEndings.end())
    throw UsageError(
        fmt::format("--activity={}: the ending says what to write, and {}; it can be {} (a table), {}, {} (for "
                    "graphviz) or {} (an image)",
                    path, ending.empty() ? "there is none" : ending + " is not known", kEndings[0], kEndings[1],
                    kEndings[2], kEndings[3]));
  check_drawing("--activity", path);
}

void write_activity(const std::string& path, const Activity& activity, const RunRecord& run) {
  const std::string ending = ending_of(path);
  if (ending == ".txt")
    write_output(path, activity_table(activity));
  else if (ending == ".json")
    write_output(path, activity_json(activity, run.program, run.version));
  else
    write_drawing(path, activity_dot(activity));
}

}  // namespace heddle
