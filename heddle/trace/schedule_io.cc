// Schedule files on disk.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "heddle/trace/schedule_file.h"
#include "heddle/trace/schedule_format.h"

namespace heddle {
namespace {

using namespace schedule_format;

struct Closer {
  int file;
  ~Closer() {
    if (file >= 0) ::close(file);
  }
};

std::string reason() { return std::strerror(errno); }

// Up to `limit` bytes, from wherever the file stands. False: errno says why.
bool read_bytes(int file, std::size_t limit, std::string& bytes) {
  char buffer[1 << 16];
  while (bytes.size() < limit) {
    const ssize_t n = ::read(file, buffer, std::min(sizeof buffer, limit - bytes.size()));
    if (n == 0) break;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.append(buffer, static_cast<std::size_t>(n));
  }
  return true;
}

bool write_bytes(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// May `path` be replaced? Yes if there is nothing or a schedule.
bool may_replace(const std::string& path, std::string& error) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return true;  // if it is not simply missing, writing will tell
  if (S_ISDIR(status.st_mode)) {
    error = fmt::format("cannot save a schedule as {}: that is a folder", path);
    return false;
  }
  std::string start;
  const Closer old{S_ISREG(status.st_mode) ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1};
  if (old.file >= 0 && read_bytes(old.file, kFirstWords.size(), start) && start == kFirstWords) return true;
  error = fmt::format("cannot save a schedule as {}: there is something else of that name, which stays as it is", path);
  return false;
}

}  // namespace

bool save_schedule(const std::string& path, const ScheduleFile& file, std::string& error) {
  if (!may_replace(path, error)) return false;
  std::string temporary;
  int opened = -1;
  for (int attempt = 0; opened < 0 && attempt < 100; ++attempt) {
    temporary = fmt::format("{}.{}-{}.tmp", path, ::getpid(), attempt);
    opened = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (opened < 0 && errno != EEXIST) break;
  }
  if (opened < 0) {
    error = fmt::format("cannot save the schedule {}: {}", path, reason());
    return false;
  }
  bool written = write_bytes(opened, to_text(file));
  std::string problem = written ? "" : reason();
  if (::close(opened) != 0 && written) {
    written = false;
    problem = reason();
  }
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0) return true;
  if (written) problem = reason();
  ::unlink(temporary.c_str());
  error = fmt::format("cannot save the schedule {}: {}", path, problem);
  return false;
}

std::optional<ScheduleFile> load_schedule(const std::string& path, std::string& error) {
  const Closer source{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status{};
  if (source.file < 0 || ::fstat(source.file, &status) != 0) {
    error = fmt::format("cannot read the schedule {}: {}", path, reason());
    return std::nullopt;
  }
  if (S_ISDIR(status.st_mode)) {
    error = fmt::format("cannot read the schedule {}: that is a folder; name one of the files in it", path);
    return std::nullopt;
  }
  std::string bytes;
  const bool known_too_large = S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > kMaxFileBytes;
  if (!known_too_large && !read_bytes(source.file, kMaxFileBytes + 1, bytes)) {
    error = fmt::format("cannot read the schedule {}: {}", path, reason());
    return std::nullopt;
  }
  if (known_too_large || bytes.size() > kMaxFileBytes) {
    error = fmt::format("{} is no schedule: it is larger than {} MiB", path, kMaxFileBytes >> 20);
    return std::nullopt;
  }
  if (bytes.find('\0') != std::string::npos) {
    error = fmt::format("{} is no schedule: it is not text", path);
    return std::nullopt;
  }
  std::string problem;
  std::optional<ScheduleFile> file = parse_schedule(bytes, problem);
  if (!file) error = fmt::format("{} is no schedule that can be replayed: {}", path, problem);
  return file;
}

}  // namespace heddle
