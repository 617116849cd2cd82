// Whom a search lets run where nothing is planned. Any order will do: each leads to the same classes. Tests use
// several.
#pragma once

#include <cstdint>

#include "heddle/engine/strategy.h"

namespace heddle {

struct Free {
  enum class Order : std::uint8_t { in_turn, oldest, newest, random };
  Order order = Order::in_turn;  // the only one that is fair
  std::uint64_t seed = 0;        // of random
};

// Null: in turn, which each search has its own way of. `moment` is another at each step of each execution.
const Pending* pick_freely(const Free& free, Ready& ready, std::uint64_t moment);

}  // namespace heddle
