#include "heddle/trace/text.h"

#include <cstdint>

namespace heddle {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

void append_hex(std::string& text, unsigned char byte) {
  constexpr char kDigits[] = "0123456789abcdef";
  text += "\\x";
  text += kDigits[byte >> 4];
  text += kDigits[byte & 15];
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Where the code point after the one at `i` starts; broken bytes count as one each.
std::size_t next_code_point(std::string_view text, std::size_t i) {
  const std::size_t length = code_point_length(text.substr(i));
  return i + (length ? length : 1);
}

}  // namespace

std::size_t code_point_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  std::uint32_t point = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
    point = point << 6 | (byte_at(text, i) & 0x3fu);
  }
  const bool too_long = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  return too_long || surrogate || point > 0x10ffff ? 0 : length;
}

std::string escape(std::string_view bytes, std::string_view also) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const std::string_view rest = bytes.substr(i);
    const unsigned char byte = byte_at(bytes, i);
    const std::size_t length = code_point_length(rest);
    const bool last = i + 1 == bytes.size();
    if (byte == '\\') {
      text += "\\\\";
    } else if (byte == '\n') {
      text += "\\n";
    } else if (byte == '\r') {
      text += "\\r";
    } else if (byte == '\t') {
      text += "\\t";
    } else if (length == 0 || byte < 0x20 || byte == 0x7f || (byte == ' ' && last) ||
               (length == 1 && also.find(bytes[i]) != std::string_view::npos)) {
      append_hex(text, byte);
    } else if (length == 2 && byte == 0xc2 && byte_at(rest, 1) < 0xa0) {  // control characters of Latin 1
      append_hex(text, byte);
      append_hex(text, byte_at(rest, 1));
      ++i;
    } else {
      text += rest.substr(0, length);
      i += length - 1;
    }
    ++i;
  }
  return text;
}

bool unescape(std::string_view text, std::string& bytes) {
  bytes.clear();
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    if (++i == text.size()) return false;
    switch (text[i]) {
      case '\\':
        bytes += '\\';
        break;
      case 'n':
        bytes += '\n';
        break;
      case 'r':
        bytes += '\r';
        break;
      case 't':
        bytes += '\t';
        break;
      case 'x': {
        if (text.size() - i < 3) return false;
        const int high = hex_digit(text[i + 1]);
        const int low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0) return false;
        bytes += static_cast<char>(high << 4 | low);
        i += 2;
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i = next_code_point(text, i)) ++count;
  return count;
}

std::string cut_end(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  if (width == 0) return "";
  std::size_t end = 0;
  for (std::size_t kept = 1; kept < width; ++kept) end = next_code_point(text, end);
  return std::string(text.substr(0, end)).append(kEllipsis);
}

std::string cut_start(std::string_view text, std::size_t width) {
  const std::size_t count = columns(text);
  if (count <= width) return std::string(text);
  if (width == 0) return "";
  std::size_t start = 0;
  for (std::size_t dropped = 0; dropped < count - width + 1; ++dropped) start = next_code_point(text, start);
  return std::string(kEllipsis).append(text.substr(start));
}

}  // namespace heddle
