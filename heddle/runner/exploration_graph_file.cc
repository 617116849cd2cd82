// Writing the drawing of an exploration: as it is, or as an image made by graphviz.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "heddle/report/words.h"
#include "heddle/runner/exploration_graph.h"
#include "heddle/runner/output_file.h"
#include "heddle/runner/values.h"

extern char** environ;

namespace heddle {
namespace {

bool make_svg(const std::string& from, const std::string& to) {
  std::string program = "dot", format = "-Tsvg", output = "-o" + to, input = from;
  char* arguments[] = {program.data(), format.data(), output.data(), input.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, "dot", nullptr, nullptr, arguments, environ) != 0) return false;
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool wants_svg(const std::string& path) { return path.ends_with(".svg"); }

bool has_dot() {
  const char* path = std::getenv("PATH");
  std::string_view folders = path ? path : "";
  while (!folders.empty()) {
    const auto end = std::min(folders.find(':'), folders.size());
    if (access((std::filesystem::path(folders.substr(0, end)) / "dot").c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

void draw(const ExecutionLog& log, const std::string& path, Report& report) {
  report.drawing_error.clear();
  report.drawing.clear();
  if (log.full()) {
    report.drawing_error = fmt::format("there are more than {}", count_of(ExecutionLog::kMost, "execution"));
    return;
  }
  const bool svg = wants_svg(path);
  const std::string source = svg ? path + ".dot" : path;
  try {
    write_output(source, dot_text(report.name, log.read(report)));
  } catch (const UsageError& error) {
    report.drawing_error = error.what();
    return;
  }
  if (!svg || make_svg(source, path)) {
    report.drawing = path;
    if (svg) unlink(source.c_str());
    return;
  }
  report.drawing_error = fmt::format("graphviz's dot could not make an image of {}", source);
}

}  // namespace heddle
