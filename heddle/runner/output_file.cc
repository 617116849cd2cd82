#include "heddle/runner/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "heddle/runner/values.h"

namespace heddle {

namespace {

UsageError cannot_write(const std::string& path, std::string_view why) {
  return UsageError(fmt::format("cannot write {}: {}", path, why));
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// True: writes everything. False: errno says why not.
bool write_to(const std::string& path, std::string_view text, int flags) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0) return false;
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      close(fd);
      errno = error;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return close(fd) == 0;
}

}  // namespace

void check_writable(const std::string& path) {
  struct stat status = {};
  const std::string folder = folder_of(path);
  if (stat(folder.c_str(), &status) != 0) throw cannot_write(path, fmt::format("{}: {}", folder, std::strerror(errno)));
  if (!S_ISDIR(status.st_mode)) throw cannot_write(path, fmt::format("{} is not a folder", folder));
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) throw cannot_write(path, "it is a folder");
    if (access(path.c_str(), W_OK) != 0) throw cannot_write(path, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return;  // a pipe or a device: its folder does not matter
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw cannot_write(path, fmt::format("{}: {}", folder, std::strerror(errno)));
}

void write_output(const std::string& path, std::string_view text) {
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    if (!write_to(path, text, 0)) throw cannot_write(path, std::strerror(errno));
    return;
  }
  // Behind links, or the link would be replaced by a file.
  std::error_code ignored;
  const auto target = std::filesystem::weakly_canonical(path, ignored);
  const std::string final_path = ignored || target.empty() ? path : target.string();
  const std::string temporary = fmt::format("{}.{}.tmp", final_path, getpid());
  if (!write_to(temporary, text, O_CREAT | O_TRUNC) || std::rename(temporary.c_str(), final_path.c_str()) != 0) {
    const int error = errno;
    unlink(temporary.c_str());
    throw cannot_write(path, std::strerror(error));
  }
}

}  // namespace heddle
