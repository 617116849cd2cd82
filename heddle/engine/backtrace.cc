#include "heddle/engine/backtrace.h"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace heddle {
namespace {

struct Capture {
  std::uintptr_t* frames;
  std::size_t capacity;
  std::size_t count = 0;
};

_Unwind_Reason_Code collect(_Unwind_Context* context, void* argument) {
  auto& capture = *static_cast<Capture*>(argument);
  if (capture.count == capture.capacity) return _URC_END_OF_STACK;
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (pc == 0) return _URC_END_OF_STACK;
  capture.frames[capture.count++] = pc;
  return _URC_NO_REASON;
}

std::string demangle(const char* symbol) {
  if (!symbol) return {};
  int status = 0;
  std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? text.get() : symbol;
}

// Some names the demangler gives up on (packs in generic lambdas): still it can be seen whose they are.
bool is_mangled_heddle(const std::string& function) {
  if (function.rfind("_Z", 0) != 0) return false;
  const std::size_t name = function.find_first_not_of("_ZNK");  // what lies within what
  return name != std::string::npos && function.compare(name, 7, "6heddle") == 0;
}

// Not the user's: Heddle, the C++ library and runtime, libc.
bool is_plumbing(const std::string& function, const std::string& file) {
  if (is_mangled_heddle(function)) return true;
  static constexpr const char* kFunctions[] = {"heddle::", "std::", "void std::", "__", "_Unwind", "make_fcontext",
                                               "jump_fcontext", "void heddle::", "bool heddle::", "auto heddle::"};
  for (const char* prefix : kFunctions)
    if (function.rfind(prefix, 0) == 0) return function.find("{lambda") == std::string::npos || file.empty() ||
                                               file.find("/heddle/") != std::string::npos ||
                                               file.find("/include/c++/") != std::string::npos;
  return file.find("/include/c++/") != std::string::npos;
}

bool is_system_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const char* library : {"libc.so", "libc-", "libstdc++", "libgcc_s", "libboost_context", "libasan", "libubsan", "ld-linux"})
    if (name.substr(0, std::string_view(library).size()) == library) return true;
  return name == "[vdso]" || name.find("vdso") != std::string_view::npos;
}

}  // namespace

std::size_t capture_stack(std::uintptr_t* frames, std::size_t capacity) {
  Capture capture{frames, capacity};
  _Unwind_Backtrace(collect, &capture);
  return capture.count;
}

std::vector<std::uintptr_t> capture_stack() {
  std::vector<std::uintptr_t> frames(64);
  frames.resize(capture_stack(frames.data(), frames.size()));
  return frames;
}

std::vector<Frame> user_frames(const std::vector<std::uintptr_t>& addresses) {
  static char* debuginfo_path = nullptr;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = nullptr,
                                           .debuginfo_path = &debuginfo_path};
  std::vector<Frame> frames;
  Dwfl* dwfl = dwfl_begin(&callbacks);
  if (!dwfl) return frames;
  dwfl_report_begin(dwfl);
  dwfl_linux_proc_report(dwfl, getpid());
  dwfl_report_end(dwfl, nullptr, nullptr);
  for (std::uintptr_t address : addresses) {
    const std::uintptr_t call = address - 1;  // the return address is one past the call
    Dwfl_Module* module = dwfl_addrmodule(dwfl, call);
    if (!module) continue;
    const char* name = dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (name && is_system_library(name)) continue;
    Frame frame;
    frame.function = demangle(dwfl_module_addrname(module, call));
    if (Dwfl_Line* line = dwfl_module_getsrc(module, call)) {
      int number = 0;
      if (const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr)) {
        frame.file = file;
        frame.line = static_cast<std::uint32_t>(number);
      }
    }
    if (frame.function.empty() && frame.file.empty()) continue;
    if (is_plumbing(frame.function, frame.file)) continue;
    frames.push_back(std::move(frame));
  }
  dwfl_end(dwfl);
  return frames;
}

std::string format_frames(const std::vector<Frame>& frames, std::size_t indent, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < frames.size() && i < most; ++i) {
    const Frame& frame = frames[i];
    std::string function = frame.function;
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    for (std::size_t at; (at = function.find(kAnonymous)) != std::string::npos;) function.erase(at, kAnonymous.size());
    function = function.substr(0, function.find('('));
    if (function.empty()) function = "?";
    const std::size_t slash = frame.file.rfind('/');
    text += fmt::format("{:{}}at {}  {}:{}\n", "", indent, function,
                        slash == std::string::npos ? frame.file : frame.file.substr(slash + 1), frame.line);
  }
  return text;
}

}  // namespace heddle
