// Values of command-line options, as people write them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace heddle {

// What is wrong with what the user asked for, as a sentence without a full stop: the program prints it and exits with 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// All of these throw UsageError, with a sentence that lacks its start: "is too large". Who knows what it is about adds it.

std::uint64_t parse_count(std::string_view text);  // 20000, 1e6, 100k, 1.5M (powers of ten)
std::size_t parse_bytes(std::string_view text);    // 262144, 256k, 1M, 64KiB (powers of two)
std::uint64_t parse_seed(std::string_view text);   // 64 bits: 123 or 0x7b

// 500ms, 30s, 5m, 1.5h; the unit (ns, us, ms, s, m, h or d) must be there, except after 0.
std::chrono::nanoseconds parse_duration(std::string_view text);

}  // namespace heddle
