#include "tests/support/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace heddle {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) { throw std::runtime_error(std::string(what) + ": " + std::strerror(errno)); }

// Where the program writes, and where we read it.
struct Channel {
  int read_end = -1;
  int write_end = -1;

  static Channel pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe2");
    return {ends[0], ends[1]};
  }

  static Channel terminal() {
    Channel channel;
    struct winsize size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    if (openpty(&channel.read_end, &channel.write_end, nullptr, nullptr, &size) != 0) fail("openpty");
    fcntl(channel.read_end, F_SETFD, FD_CLOEXEC);
    return channel;
  }
};

// After fork(): never returns.
[[noreturn]] void become(const std::string& path, const std::vector<std::string>& arguments,
                         const RunSettings& settings, int out, int err) {
  setpgid(0, 0);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // Its name in messages is as we give it; /proc/self/exe must not become another program.
  std::error_code missing;  // an exception would go on with the tests in this process, too
  const std::string program = std::filesystem::canonical(path, missing).string();
  if (missing) _exit(127);
  if (chdir(settings.folder.c_str()) != 0) _exit(126);
  for (const char* name : {"HEDDLE_OPTIONS", "NO_COLOR", "COLUMNS", "GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"})
    unsetenv(name);
  for (const std::string& variable : settings.environment) putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

// False: nothing more will come.
bool take(int fd, std::string& text) {
  char buffer[4096];
  const ssize_t n = read(fd, buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) return false;  // a terminal whose other end is closed says EIO
  text.append(buffer, static_cast<std::size_t>(n));
  return true;
}

}  // namespace

std::size_t processes_in_group(pid_t group) {
  std::size_t count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    if (!std::getline(file, stat)) continue;
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));  // the name before it may hold anything
    char state = 0;
    pid_t parent = 0;
    pid_t its_group = 0;
    if (fields >> state >> parent >> its_group && its_group == group && state != 'Z' && state != 'X') ++count;
  }
  return count;
}

ProgramResult run_program(const std::string& path, std::vector<std::string> arguments, const RunSettings& settings) {
  const Channel out = settings.terminal ? Channel::terminal() : Channel::pipe();
  const Channel err = settings.terminal ? out : Channel::pipe();
  const pid_t process = fork();
  if (process < 0) fail("fork");
  if (process == 0) become(path, arguments, settings, out.write_end, err.write_end);
  setpgid(process, process);
  close(out.write_end);
  if (!settings.terminal) close(err.write_end);

  std::thread meanwhile;
  if (settings.meanwhile) meanwhile = std::thread([&] { settings.meanwhile(process); });

  ProgramResult result;
  const auto deadline = Clock::now() + settings.time_limit;
  pollfd waiting[2] = {{out.read_end, POLLIN, 0}, {settings.terminal ? -1 : err.read_end, POLLIN, 0}};
  std::string* texts[2] = {&result.out, &result.err};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      result.timed_out = true;
      kill(-process, SIGKILL);
      break;
    }
    if (poll(waiting, 2, static_cast<int>(left)) < 0) continue;
    for (int i = 0; i < 2; ++i)
      if (waiting[i].fd >= 0 && waiting[i].revents && !take(waiting[i].fd, *texts[i])) waiting[i].fd = -1;
  }
  if (meanwhile.joinable()) meanwhile.join();
  int status = 0;
  waitpid(process, &status, 0);
  // What dies with its parent takes a moment.
  for (int i = 0; i < 100 && processes_in_group(process) > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  result.left_processes = processes_in_group(process) > 0;
  kill(-process, SIGKILL);
  close(out.read_end);
  if (!settings.terminal) close(err.read_end);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = std::filesystem::temp_directory_path().string() + "/heddle_test_XXXXXX";
  if (!mkdtemp(name.data())) fail("mkdtemp");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace heddle
