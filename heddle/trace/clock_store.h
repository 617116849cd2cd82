// Vector clocks that have in common what they do not differ in. An event that learns of another mostly learns a few
// components of some hundred; so a clock is a list of numbers of chunks, and chunks are never changed once others may
// have them. To copy a clock is to copy its list, and to join two clocks passes over chunks that both have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "heddle/base/assert.h"

namespace heddle::detail {

// Position: an unsigned type. Components must be less than half of its range.
template <class Position>
class ClockStore {
 public:
  struct Clock {
    std::uint32_t first = 0;  // of its numbers
    std::uint32_t width = 0;  // in chunks; components beyond are 0
  };

  void clear() {
    numbers_.clear();
    chunks_.assign(1, Chunk{});
    open_from_ = 1;
  }

  Position at(Clock clock, std::uint32_t component) const {
    const std::uint32_t i = component / kChunk;
    return i < clock.width ? chunks_[numbers_[clock.first + i]].at[component % kChunk] : Position{0};
  }

  // A copy with room for so many components. Until the next one it is the only clock that may be changed.
  Clock copy(Clock clock, std::size_t components) {
    const Clock made = append(components);
    std::memcpy(numbers_.data() + made.first, numbers_.data() + clock.first, clock.width * sizeof(std::uint32_t));
    open_from_ = static_cast<std::uint32_t>(chunks_.size());
    return made;
  }

  // A clock with these components. The fewer of them are others than in `like`, the less memory it takes.
  Clock make(std::span<const Position> components, Clock like) {
    const Clock made = append(components.size());
    for (std::uint32_t i = 0; i < made.width; ++i) {
      Chunk chunk;
      const std::span<const Position> part = components.subspan(i * kChunk);
      std::memcpy(chunk.at, part.data(), std::min(part.size(), kChunk) * sizeof(Position));
      const bool same = i < like.width && std::memcmp(&chunks_[numbers_[like.first + i]], &chunk, sizeof chunk) == 0;
      numbers_[made.first + i] = same ? numbers_[like.first + i] : add(chunk);
    }
    open_from_ = static_cast<std::uint32_t>(chunks_.size());
    return made;
  }

  // Each component of the clock to the larger of the two. It has room for all of the other's.
  void join(Clock clock, Clock other) {
    for (std::uint32_t i = 0; i < other.width; ++i) {
      const std::uint32_t mine = numbers_[clock.first + i], its = numbers_[other.first + i];
      if (mine != its) numbers_[clock.first + i] = join_chunks(mine, its);
    }
  }
  void raise(Clock clock, std::uint32_t component, Position position) {
    std::uint32_t& number = numbers_[clock.first + component / kChunk];
    if (chunks_[number].at[component % kChunk] >= position) return;
    if (number < open_from_) number = add(chunks_[number]);
    chunks_[number].at[component % kChunk] = position;
  }

 private:
  static constexpr std::size_t kChunk = 64 / sizeof(Position);  // a line of the cache

  struct Chunk {
    Position at[kChunk] = {};
  };

  Clock append(std::size_t components) {
    const Clock made{static_cast<std::uint32_t>(numbers_.size()), static_cast<std::uint32_t>((components + kChunk - 1) / kChunk)};
    numbers_.resize(numbers_.size() + made.width);  // chunk 0 is all zeros
    HEDDLE_ASSERT(numbers_.size() <= std::numeric_limits<std::uint32_t>::max());
    return made;
  }

  std::uint32_t add(Chunk chunk) {
    chunks_.push_back(chunk);
    return static_cast<std::uint32_t>(chunks_.size() - 1);
  }

  // Several components at a time, and as signed numbers: that is what every processor can compare at one go.
  std::uint32_t join_chunks(std::uint32_t mine, std::uint32_t its) {
    using Several [[gnu::vector_size(16)]] = std::make_signed_t<Position>;
    constexpr std::size_t kParts = sizeof(Chunk) / sizeof(Several);
    Several a[kParts], b[kParts], some_less{}, some_more{};
    std::memcpy(a, &chunks_[mine], sizeof a);
    std::memcpy(b, &chunks_[its], sizeof b);
    for (std::size_t i = 0; i < kParts; ++i) {
      some_less |= a[i] < b[i];
      some_more |= a[i] > b[i];
      a[i] = a[i] < b[i] ? b[i] : a[i];
    }
    if (is_zero(some_less)) return mine;
    if (is_zero(some_more)) return its;
    Chunk joined;
    std::memcpy(&joined, a, sizeof joined);
    if (mine < open_from_) return add(joined);
    chunks_[mine] = joined;
    return mine;
  }

  template <class Several>
  static bool is_zero(const Several& several) {
    std::uint64_t halves[2];
    static_assert(sizeof halves == sizeof several);
    std::memcpy(halves, &several, sizeof halves);
    return (halves[0] | halves[1]) == 0;
  }

  std::vector<std::uint32_t> numbers_;  // of all clocks
  std::vector<Chunk> chunks_;
  std::uint32_t open_from_ = 1;  // chunks from this one on only the latest clock has
};

}  // namespace heddle::detail
