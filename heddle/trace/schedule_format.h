// What the writer and the parser of schedule files share.
#pragma once

#include <cstddef>
#include <string_view>

#include "heddle/engine/board.h"

namespace heddle::schedule_format {

inline constexpr std::string_view kFirstWords = "heddle schedule ";
inline constexpr unsigned kVersion = 1;

inline constexpr std::size_t kMaxDecisions = BoardMemory::kDefaultCapacity;
inline constexpr std::size_t kMaxFileBytes = std::size_t{256} << 20;

// Memory for the texts of decisions: a few bytes of input ("pick 1 x9999999 # ...") could ask for any amount. `count`
// is the number of decisions up to the last with a text, `bytes` that of all their texts.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
constexpr bool texts_fit(std::size_t count, std::size_t bytes) { return count * 32 + bytes <= kMaxTextBytes; }

}  // namespace heddle::schedule_format
