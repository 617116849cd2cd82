// Hashing that gives the same value in every process and build: no addresses, no std::hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

// The finaliser of splitmix64: every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  x ^= x >> 31;
  return x;
}

// Order matters: combine(a, b) differs from combine(b, a).
constexpr std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return mix(a * 0x9e3779b97f4a7c15ull + b + 1); }

// A shorter way to a number of two others, for sums of very many: all 128 bits of one product. Order matters here too.
constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a ^ 0xa0761d6478bd642full} * (b ^ 0xe7037ed1a0b428dbull);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// FNV-1a over the characters.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

// The same for text in the source, by the compiler in any case.
consteval std::uint64_t operator""_hash(const char* text, std::size_t size) { return hash_text({text, size}); }

}  // namespace heddle
