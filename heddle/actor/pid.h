// The names that actors have for one another.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <string>

#include "heddle/base/fingerprint.h"
#include "heddle/base/ids.h"
#include "heddle/base/unseen_end.h"

namespace heddle {

// An actor, for as long as the trial lasts, alive or dead.
struct Pid {
  TaskId task = kNoTask;
  friend constexpr auto operator<=>(Pid, Pid) = default;
  explicit constexpr operator bool() const { return task != kNoTask; }
  void fingerprint(Fingerprint& print) const { print.add_name(static_cast<std::uint64_t>(index(task))); }
};

// A value unlike any other in the trial: tags requests, monitors and timers.
struct Ref {
  std::uint64_t value = 0;
  static constexpr std::uint64_t kMark = std::uint64_t{1} << 63;  // so that it never looks like a pointer (matcher.h)
  friend constexpr auto operator<=>(Ref, Ref) = default;
  void fingerprint(Fingerprint& print) const { print.add_name(value); }
};

// A virtual machine that actors live on. Node{} is the one that the test itself runs on.
struct Node {
  std::uint32_t id = 0;
  friend constexpr auto operator<=>(Node, Node) = default;
};

// A registered name, on the caller's own node unless it says where.
struct Name {
  std::string text;
  Node node{kHere};

  static constexpr std::uint32_t kHere = 0xffffffffu;
  Name(const char* name) : text(name) {}                // NOLINT: meant to convert
  Name(std::string name) : text(std::move(name)) {}     // NOLINT: meant to convert
  Name(std::string name, Node where) : text(std::move(name)), node(where) {}
};

// Why an actor ended. Any text; these have a meaning of their own.
struct Reason {
  std::string text;
  Reason(const char* why) : text(why) {}             // NOLINT: meant to convert
  Reason(std::string why) : text(std::move(why)) {}  // NOLINT: meant to convert
  friend bool operator==(const Reason&, const Reason&) = default;
  void fingerprint(Fingerprint& print) const { print.add_text(text); }
};
template <>
inline constexpr bool kKnownToEndUnseen<Name> = true;
template <>
inline constexpr bool kKnownToEndUnseen<Reason> = true;

inline const Reason kNormal{"normal"};              // came to its end
inline const Reason kKill{"kill"};                  // exit(pid, kKill) cannot be trapped
inline const Reason kKilled{"killed"};              // what others hear of that
inline const Reason kFailed{"failed"};              // ended by a failed check, in a trial that goes on
inline const Reason kNoProcess{"noproc"};           // was dead already
inline const Reason kNoConnection{"noconnection"};  // its node stopped or is cut off
inline const Reason kShutdown{"shutdown"};

// Messages that the runtime sends.
struct Down {  // to whoever monitors
  Ref ref;
  Pid pid;
  Reason reason;
};
struct Exit {  // to whoever is linked and traps exits
  Pid from;
  Reason reason;
};
struct NodeDown {  // to whoever monitors the node
  Node node;
};

std::string name_of(Pid pid);
std::string name_of(Node node);

namespace detail {

// A text without quotes, also inside containers, where {fmt} would add them.
struct PlainTextFormatter : fmt::formatter<std::string> {
  void set_debug_format(bool = true) {}
};

}  // namespace detail

}  // namespace heddle

template <>
struct fmt::formatter<heddle::Pid> : heddle::detail::PlainTextFormatter {
  auto format(heddle::Pid pid, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format(heddle::name_of(pid), context);
  }
};
template <>
struct fmt::formatter<heddle::Node> : heddle::detail::PlainTextFormatter {
  auto format(heddle::Node node, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format(heddle::name_of(node), context);
  }
};
template <>
struct fmt::formatter<heddle::Ref> : heddle::detail::PlainTextFormatter {
  auto format(heddle::Ref ref, fmt::format_context& context) const {
    const std::uint64_t value = ref.value & ~heddle::Ref::kMark;
    return fmt::formatter<std::string>::format(fmt::format("#{}.{}", value >> 32, value & 0xffffffff), context);
  }
};
template <>
struct fmt::formatter<heddle::Reason> : heddle::detail::PlainTextFormatter {
  auto format(const heddle::Reason& reason, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format(reason.text, context);
  }
};
