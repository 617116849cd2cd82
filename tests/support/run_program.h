// Real programs, run as a user would run them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace heddle {

struct ProgramResult {
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;      // 0: ended by itself
  bool timed_out = false;
  std::string out;
  std::string err;
  bool left_processes = false;  // some of its process group lived on

  std::string all() const { return out + err; }
};

struct RunSettings {
  std::string folder = ".";                                      // where it runs
  std::vector<std::string> environment = {};                     // "NAME=value", beside our own
  std::function<void(pid_t)> meanwhile = {};                     // called once it has started
  bool terminal = false;                                         // output goes to one, of 80 columns; all of it is in `out`
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);  // then its process group is killed
};

// Runs it in a process group of its own.
ProgramResult run_program(const std::string& path, std::vector<std::string> arguments, const RunSettings& settings = {});

// How many processes of the group run; those that are dead, and only wait for somebody to ask, do not count.
std::size_t processes_in_group(pid_t group);

// Removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

}  // namespace heddle
