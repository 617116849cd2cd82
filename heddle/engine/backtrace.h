// Return addresses of the calling stack, and what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

// Usable in a signal handler: fills at most `capacity` addresses, innermost first.
std::size_t capture_stack(std::uintptr_t* frames, std::size_t capacity);
std::vector<std::uintptr_t> capture_stack();

struct Frame {
  std::string function;  // demangled; empty: unknown
  std::string file;
  std::uint32_t line = 0;
};

// Looks the addresses up in the debugging information of this process. Frames of Heddle itself and of the C++ runtime
// are left out.
std::vector<Frame> user_frames(const std::vector<std::uintptr_t>& addresses);
std::string format_frames(const std::vector<Frame>& frames, std::size_t indent, std::size_t most = 12);

}  // namespace heddle
