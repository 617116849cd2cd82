#include "heddle/runner/graphviz.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "heddle/runner/output_file.h"
#include "heddle/runner/values.h"

extern char** environ;

namespace heddle {
namespace {

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

void check_drawing(std::string_view option, const std::string& path) {
  check_writable(path);
  if (wants_svg(path) && !has_dot())
    throw UsageError(
        fmt::format("{}={} needs the program dot of graphviz, which is not in PATH; another ending than .svg "
                    "gives the drawing in its language",
                    option, path));
}

void write_drawing(const std::string& path, std::string_view dot) {
  if (!wants_svg(path)) return write_output(path, dot);
  const std::string source = path + ".dot";
  write_output(source, dot);
  if (!make_svg(source, path)) throw UsageError(fmt::format("graphviz's dot could not make an image of {}", source));
  unlink(source.c_str());
}

}  // namespace heddle
