#include "heddle/engine/backtrace.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
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
  int before = 0;  // a signal struck before this instruction was through; elsewhere it is the one behind a call
  const std::uintptr_t pc = _Unwind_GetIPInfo(context, &before);
  if (pc == 0) return _URC_END_OF_STACK;
  capture.frames[capture.count++] = pc + (before ? 1 : 0);
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

// "heddle::receive" of "Pong heddle::receive<Pong, heddle::Always>(heddle::Always)": templates are shown with what they
// return.
std::string name_in(std::string_view function) {
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function.substr(i).starts_with("(anonymous namespace)")) i += std::string_view("(anonymous namespace)").size();
    if (i >= function.size()) break;
    const char c = function[i];
    if (c == '<') ++depth;
    if (depth == 0 && c == '(') break;
    if (depth == 0) name = c == ' ' ? "" : name + c;
    if (c == '>') --depth;
  }
  return name;
}

// A header or source of Heddle; its own tests are users like others.
bool is_heddle_file(std::string_view file) {
  static constexpr std::string_view kModules[] = {"actor", "async", "base", "engine", "machine", "report",
                                                  "runner", "search", "spec", "strategy", "trace"};
  if (file.ends_with("_test.cc")) return false;
  for (const std::string_view module : kModules)
    if (file.find(fmt::format("/heddle/{}/", module)) != std::string_view::npos) return true;
  return false;
}

// As g++ and as clang name them.
bool is_lambda(const std::string& function) {
  return function.find("{lambda") != std::string::npos || function.find("::$_") != std::string::npos;
}

// Not the user's: Heddle, the C++ library and runtime, libc.
bool is_plumbing(const std::string& function, const std::string& file) {
  if (is_mangled_heddle(function) || is_heddle_file(file)) return true;
  static constexpr const char* kFunctions[] = {"heddle::", "std::", "__", "_Unwind", "make_fcontext", "jump_fcontext"};
  const std::string name = name_in(function);
  for (const char* prefix : kFunctions)
    if (name.starts_with(prefix))
      return !is_lambda(function) || file.empty() || file.find("/include/c++/") != std::string::npos;
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

namespace {

std::string function_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name})
    if (const char* text = dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute))) return demangle(text);
  return {};
}

// The unit that an address was compiled in. g++ writes an index of them, clang does not: an address that is in none of
// those in the index is taken for one of the last before it.
Dwarf_Die* unit_at(Dwfl_Module* module, std::uintptr_t address, Dwarf_Addr& bias) {
  Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
  if (unit && dwarf_haspc(unit, address - bias) == 1) return unit;
  unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)))
    if (dwarf_haspc(unit, address - bias) == 1) return unit;
  return nullptr;
}

void find_line(Dwarf_Die* unit, Dwarf_Addr address, Frame& frame) {
  Dwarf_Line* const line = dwarf_getsrc_die(unit, address);
  int number = 0;
  const char* const file = line ? dwarf_linesrc(line, nullptr, nullptr) : nullptr;
  if (!file || dwarf_lineno(line, &number) != 0) return;
  frame.file = file;
  frame.line = static_cast<std::uint32_t>(number);
}

// What was inlined at an address, innermost first: `at` is where the innermost is, and becomes where the outermost is
// called. The function that all is inlined into is not among them.
std::vector<Frame> inlined_at(Dwarf_Die* unit, Dwarf_Addr address, Frame& at) {
  std::vector<Frame> frames;
  Dwarf_Files* files = nullptr;
  if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) return frames;
  Dwarf_Die* scopes = nullptr;
  if (dwarf_getscopes(unit, address, &scopes) <= 0) return frames;
  Dwarf_Die innermost = scopes[0];
  std::free(scopes);
  const int count = dwarf_getscopes_die(&innermost, &scopes);  // those that contain it in the program, not in the text
  for (int i = 0; i < count; ++i) {
    Dwarf_Die& scope = scopes[i];
    if (dwarf_tag(&scope) != DW_TAG_inlined_subroutine) continue;
    at.function = function_of(scope);
    frames.push_back(at);
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &file);
    dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &line);
    const char* const name = dwarf_filesrc(files, file, nullptr, nullptr);
    at.file = name ? name : "";
    at.line = static_cast<std::uint32_t>(line);
  }
  if (count > 0) std::free(scopes);
  return frames;
}

Dwfl* open_this_process() {
  static char* debuginfo_path = nullptr;
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = nullptr,
                                           .debuginfo_path = &debuginfo_path};
  Dwfl* const dwfl = dwfl_begin(&callbacks);
  if (!dwfl) return nullptr;
  dwfl_report_begin(dwfl);
  dwfl_linux_proc_report(dwfl, getpid());
  dwfl_report_end(dwfl, nullptr, nullptr);
  return dwfl;
}

}  // namespace

std::vector<Frame> user_frames(const std::vector<std::uintptr_t>& addresses) {
  return StackReader().user_frames(addresses);
}

StackReader::~StackReader() {
  if (dwfl_) dwfl_end(dwfl_);
}

std::vector<Frame> StackReader::user_frames(const std::vector<std::uintptr_t>& addresses) {
  std::vector<Frame> frames;
  for (const std::uintptr_t address : addresses) {
    auto known = known_.find(address);
    if (known == known_.end()) known = known_.emplace(address, frames_at(address)).first;
    frames.insert(frames.end(), known->second.begin(), known->second.end());
  }
  return frames;
}

std::vector<Frame> StackReader::frames_at(std::uintptr_t address) {
  if (!dwfl_) dwfl_ = open_this_process();
  std::vector<Frame> frames;
  const std::uintptr_t call = address - 1;  // capture_stack() has what is one past it
  Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, call) : nullptr;
  if (!module) return frames;
  const char* name = dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  if (name && is_system_library(name)) return frames;
  Frame frame;
  Dwarf_Addr bias = 0;
  if (Dwarf_Die* const unit = unit_at(module, call, bias)) {
    find_line(unit, call - bias, frame);
    frames = inlined_at(unit, call - bias, frame);
  }
  frame.function = demangle(dwfl_module_addrname(module, call));
  frames.push_back(std::move(frame));
  std::erase_if(frames, [](const Frame& each) {
    return (each.function.empty() && each.file.empty()) || is_plumbing(each.function, each.file);
  });
  return frames;
}

std::string format_frames(const std::vector<Frame>& frames, std::size_t indent, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < frames.size() && i < most; ++i) {
    const Frame& frame = frames[i];
    std::string function = frame.function;
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    for (std::size_t at; (at = function.find(kAnonymous)) != std::string::npos;) function.erase(at, kAnonymous.size());
    function = function.starts_with("operator()") ? "a lambda" : function.substr(0, function.find('('));
    if (function.empty()) function = "?";
    const std::size_t slash = frame.file.rfind('/');
    text += fmt::format("{:{}}at {}  {}:{}\n", "", indent, function,
                        slash == std::string::npos ? frame.file : frame.file.substr(slash + 1), frame.line);
  }
  return text;
}

}  // namespace heddle
