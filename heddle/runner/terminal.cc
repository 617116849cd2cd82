#include "heddle/runner/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string>

namespace heddle {

namespace {

constexpr unsigned kNarrowest = 20;
constexpr unsigned kUsualWidth = 80;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(variable(name));
    if (value.empty()) continue;  // the first that is set decides
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return std::tolower(c); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

unsigned terminal_width(int fd) {
  const std::string_view columns = variable("COLUMNS");
  unsigned width = 0;
  const auto end = columns.data() + columns.size();
  const auto read = std::from_chars(columns.data(), end, width);
  if (read.ec != std::errc() || read.ptr != end || width == 0) {
    struct winsize size = {};
    width = ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : kUsualWidth;
  }
  return std::max(width, kNarrowest);
}

}  // namespace

Terminal look_at_terminal(int fd, ColorChoice color) {
  Terminal terminal{.fd = fd};
  const std::string_view kind = variable("TERM");
  const bool is_terminal = isatty(fd) == 1;
  terminal.redraws = is_terminal && !kind.empty() && kind != "dumb";
  terminal.unicode = locale_is_utf8();
  terminal.color = color == ColorChoice::always ||
                   (color == ColorChoice::automatic && terminal.redraws && variable("NO_COLOR").empty());
  if (is_terminal) terminal.width = terminal_width(fd);
  return terminal;
}

}  // namespace heddle
