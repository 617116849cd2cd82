#include "heddle/engine/quiet_frames.h"

#if defined(HEDDLE_UNWINDS_IN_ONE_PHASE)

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

constexpr std::size_t kMostPaths = 64;   // a test that waits in more ways is unwound
constexpr std::size_t kMostFrames = 32;  // deeper stacks, too

// DWARF 5, 7.24: what makes the size of a frame depend on more than the place in the code. Looked for anywhere in the
// frame's description: to find one that is none costs time, nothing else.
constexpr std::uint8_t kDefCfa = 0x0c, kDefCfaRegister = 0x0d, kDefCfaExpression = 0x0f, kDefCfaSf = 0x12;

struct Bases {
  void *text, *data, *function;
};
extern "C" const void* _Unwind_Find_FDE(void* address, Bases* bases);  // NOLINT: the unwinder's name for it

bool has_fixed_size(std::uintptr_t address) {
  Bases bases;
  const auto* const description = static_cast<const std::uint8_t*>(
      _Unwind_Find_FDE(reinterpret_cast<void*>(address - 1), &bases));  // NOLINT: as the unwinder asks
  if (!description) return false;
  std::uint32_t size = 0;
  std::memcpy(&size, description, sizeof size);
  constexpr std::size_t kHead = 16;  // size, common part, beginning and length of the function
  return size >= kHead - sizeof size &&
         std::none_of(description + kHead, description + sizeof size + size, [](std::uint8_t byte) {
           return byte == kDefCfa || byte == kDefCfaRegister || byte == kDefCfaExpression || byte == kDefCfaSf;
         });
}

std::uint64_t read_uleb(const std::uint8_t*& at) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (!(byte & 0x80)) return value;
  }
}

// The Itanium C++ ABI's table of a function: does an exception that comes from here meet nothing in it?
bool passes_through(const std::uint8_t* table, std::uintptr_t address, std::uintptr_t function) {
  constexpr std::uint8_t kOmitted = 0xff, kUleb = 0x01;
  if (!table) return true;
  if (*table++ != kOmitted) return false;  // landing pads elsewhere
  if (*table++ != kOmitted) read_uleb(table);
  if (*table++ != kUleb) return false;
  const std::uint64_t size = read_uleb(table);
  for (const std::uint8_t* const end = table + size; table < end;) {
    const std::uint64_t start = read_uleb(table), length = read_uleb(table), pad = read_uleb(table);
    read_uleb(table);  // the action
    if (address - 1 - function - start < length) return pad == 0;
  }
  return false;  // nothing may leave it
}

}  // namespace

struct QuietFrames::Look {
  const std::uintptr_t* call;
  std::uintptr_t outermost;
  Path path{};

  _Unwind_Reason_Code see(_Unwind_Context* frame) {
    const auto* const at = reinterpret_cast<const std::uintptr_t*>(_Unwind_GetCFA(frame)) - 1;
    if (path.returns.empty() && at != call) return _URC_NO_REASON;  // not there yet
    const std::uintptr_t address = _Unwind_GetIP(frame), function = _Unwind_GetRegionStart(frame);
    path.returns.push_back({static_cast<std::uint32_t>(at - call), address});
    path.quiet = function == outermost;
    const auto* const table = reinterpret_cast<const std::uint8_t*>(_Unwind_GetLanguageSpecificData(frame));
    const bool further = !path.quiet && path.returns.size() < kMostFrames && passes_through(table, address, function) &&
                         has_fixed_size(address);
    return further ? _URC_NO_REASON : _URC_END_OF_STACK;
  }
};

bool QuietFrames::learn(const std::uintptr_t* call, std::uintptr_t outermost) {
  if (paths_.size() == kMostPaths) return false;
  Look look{call, outermost};
  _Unwind_Backtrace([](_Unwind_Context* frame, void* self) { return static_cast<Look*>(self)->see(frame); }, &look);
  if (look.path.returns.empty()) return false;
  paths_.push_back(std::move(look.path));
  return paths_.back().quiet;
}

}  // namespace heddle

#endif
