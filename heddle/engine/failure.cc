#include "heddle/engine/failure.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

// Where there is a small number in hexadecimal, it is meant.
constexpr std::size_t kDigitsOfAddress = 6;

}  // namespace

std::string without_addresses(std::string_view text) {
  constexpr std::string_view kPrefix = "0x";
  std::string result;
  while (true) {
    const std::size_t at = text.find(kPrefix);
    if (at == std::string_view::npos) return result.append(text);
    const std::size_t digits = at + kPrefix.size();
    const std::size_t end = std::min(text.find_first_not_of(kHexDigits, digits), text.size());
    if (end - digits < kDigitsOfAddress)
      result.append(text.substr(0, end));
    else
      result.append(text.substr(0, at)).append("an address");
    text.remove_prefix(end);
  }
}

bool Failure::same_as(const Failure& other) const {
  if (kind != other.kind || task != other.task) return false;
  if (kind != FailureKind::stuck && (file != other.file || line != other.line)) return false;
  return message == other.message || without_addresses(message) == without_addresses(other.message);
}

}  // namespace heddle
