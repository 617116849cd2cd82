// Rows of a table: a key, an ETag, properties. Plain values without pointers, so that tables can be copied quickly.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace migrating {

// A name of up to eight characters, kept in one number; ordered as texts are.
class Word {
 public:
  constexpr Word() = default;
  constexpr Word(std::string_view text) {  // NOLINT(google-explicit-constructor): a word is written as a text
    if (text.size() > 8) throw std::length_error("a word has up to eight characters");
    for (std::size_t i = 0; i < 8; ++i)
      number_ = number_ << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0u);
  }
  constexpr Word(const char* text) : Word(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)

  constexpr bool empty() const { return number_ == 0; }
  constexpr char first() const { return static_cast<char>(number_ >> 56); }
  constexpr Word successor() const {  // the smallest that is greater
    Word next;
    next.number_ = number_ + 1;
    return next;
  }
  std::string str() const {
    std::string text;
    for (int shift = 56; shift >= 0; shift -= 8)
      if (const char c = static_cast<char>(number_ >> shift); c != 0) text += c;
    return text;
  }

  friend constexpr auto operator<=>(Word, Word) = default;

 private:
  std::uint64_t number_ = 0;
};

struct Key {
  Word partition;
  Word row;
  constexpr Key successor() const { return {partition, row.successor()}; }
  friend constexpr auto operator<=>(const Key&, const Key&) = default;
};

// Changed by the store whenever it changes the row.
using ETag = std::uint32_t;
inline constexpr ETag kNoETag = 0;

struct Property {
  Word name;
  std::int64_t value = 0;
  friend bool operator==(const Property&, const Property&) = default;
};

// By name. A row has up to six.
class Properties {
 public:
  Properties() = default;
  Properties(std::initializer_list<Property> list) {
    for (const Property& p : list) set(p.name, p.value);
  }

  const std::int64_t* find(Word name) const {
    for (const Property& p : all())
      if (p.name == name) return &p.value;
    return nullptr;
  }
  void set(Word name, std::int64_t value) {
    Property* const place = std::ranges::lower_bound(begin(), end(), name, {}, &Property::name);
    if (place == end() || place->name != name) {
      if (size_ == list_.size()) throw std::length_error("a row has up to six properties");
      std::copy_backward(place, end(), end() + 1);
      ++size_;
    }
    *place = {name, value};
  }
  void erase(Word name) {
    const auto rest = std::ranges::remove(begin(), end(), name, &Property::name);
    size_ -= static_cast<std::uint32_t>(rest.size());
  }
  void merge(const Properties& others) {
    for (const Property& p : others.all()) set(p.name, p.value);
  }
  std::span<const Property> all() const { return {list_.data(), size_}; }

  friend bool operator==(const Properties& a, const Properties& b) { return std::ranges::equal(a.all(), b.all()); }

 private:
  Property* begin() { return list_.data(); }
  Property* end() { return list_.data() + size_; }

  std::array<Property, 6> list_;
  std::uint32_t size_ = 0;
};

struct Row {
  Key key;
  ETag etag = kNoETag;
  Properties properties;
  friend bool operator==(const Row&, const Row&) = default;
};

}  // namespace migrating
