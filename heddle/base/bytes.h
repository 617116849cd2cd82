// Plain data as bytes and back, for other processes and for files of this very build. Reading never goes beyond the
// end.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {

class ByteWriter {
 public:
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    value(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <class T>
  void list(const std::vector<T>& list) {
    static_assert(std::is_trivially_copyable_v<T>);
    value(std::uint64_t{list.size()});
    bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// What cannot be read leaves its target as it is, and so does everything after it.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void value(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!good_ || left_.size() < sizeof value) return fail();
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
  }
  void text(std::string& text) {
    std::uint64_t size = 0;
    value(size);
    if (!good_ || size > left_.size()) return fail();
    text = left_.substr(0, size);
    left_.remove_prefix(size);
  }
  template <class T>
  void list(std::vector<T>& list) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::uint64_t size = 0;
    value(size);
    if (!good_ || size > left_.size() / sizeof(T)) return fail();
    list.resize(size);
    if (size > 0) std::memcpy(list.data(), left_.data(), size * sizeof(T));
    left_.remove_prefix(size * sizeof(T));
  }
  bool good() const { return good_; }
  bool at_end() const { return good_ && left_.empty(); }

 private:
  void fail() { good_ = false; }

  std::string_view left_;
  bool good_ = true;
};

}  // namespace heddle
