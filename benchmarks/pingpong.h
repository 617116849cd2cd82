// The ping-pong of two actors, for several benchmarks.
#pragma once

#include <cstdint>

namespace heddle::bench {

// Seconds for so many round trips under POS with recording, beside so many actors that are blocked all the time.
double controlled_pingpong(std::int64_t rounds, int blocked);

}  // namespace heddle::bench
