// Where in the user's code an operation stands.
#pragma once

#include <cstdint>
#include <source_location>
#include <string_view>

#include "heddle/base/hash.h"

namespace heddle {

constexpr std::string_view base_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Written as the last, defaulted parameter of every primitive, it is the caller's place. The hash is made by the
// compiler from base name, line and column: equal in every build and process, free at run time.
class Location {
 public:
  consteval Location(std::source_location where = std::source_location::current())
      : where_(where),
        hash_(combine(hash_text(base_name(where.file_name())),
                      (static_cast<std::uint64_t>(where.line()) << 16) | (where.column() & 0xffff))) {}

  // No place: for operations that the engine makes itself.
  static constexpr Location none() { return Location(0); }

  constexpr std::uint64_t hash() const { return hash_; }
  constexpr bool known() const { return hash_ != 0; }
  const char* file() const { return where_.file_name(); }
  std::string_view file_base() const { return base_name(where_.file_name()); }
  std::uint32_t line() const { return where_.line(); }
  const char* function() const { return where_.function_name(); }

 private:
  explicit constexpr Location(int) : hash_(0) {}

  std::source_location where_{};
  std::uint64_t hash_;
};

}  // namespace heddle
