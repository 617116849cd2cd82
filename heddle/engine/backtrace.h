// Return addresses of the calling stack, and what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct Dwfl;

namespace heddle {

// Usable in a signal handler: fills at most `capacity` addresses, innermost first.
std::size_t capture_stack(std::uintptr_t* frames, std::size_t capacity);
std::vector<std::uintptr_t> capture_stack();

struct Frame {
  std::string function;  // demangled; empty: unknown
  std::string file;
  std::uint32_t line = 0;
};

// Looks addresses up in the debugging information of this process, which takes some 20 ms to open: whoever has many
// stacks looks them up with the same one. Frames of Heddle itself and of the C++ runtime are left out.
class StackReader {
 public:
  StackReader() = default;
  ~StackReader();
  StackReader(const StackReader&) = delete;
  StackReader& operator=(const StackReader&) = delete;

  std::vector<Frame> user_frames(const std::vector<std::uintptr_t>& addresses);

 private:
  std::vector<Frame> frames_at(std::uintptr_t address);

  Dwfl* dwfl_ = nullptr;  // opened for the first address
  std::map<std::uintptr_t, std::vector<Frame>> known_;
};

std::vector<Frame> user_frames(const std::vector<std::uintptr_t>& addresses);
std::string format_frames(const std::vector<Frame>& frames, std::size_t indent, std::size_t most = 12);

}  // namespace heddle
