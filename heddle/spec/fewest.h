// The fewest calls that show what is wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::detail {

inline constexpr std::uint64_t kMostWork = 200'000;  // for each of two passes, in steps of a search

// `shown` says by call whether it is shown, and shows() whether these show it, as all `calls` together do. Leaves, of all
// selections of `calls` that show it, one with the fewest; if that takes too long, one from which no single call can be left
// out. `work` is counted up by whoever is asked.
template <class Shows>
void keep_fewest(std::vector<char>& shown, std::span<const std::uint32_t> calls, const std::uint64_t& work, Shows&& shows) {
  std::size_t kept = 0;
  std::uint64_t before = work;
  for (const std::uint32_t call : calls) {
    shown[call] = 0;
    if (work - before < kMostWork && shows()) continue;
    shown[call] = 1;
    ++kept;
  }
  const std::vector<char> fallback = shown;
  before = work;
  std::vector<char> taken(calls.size());
  for (std::size_t size = 0; size < kept; ++size) {
    std::fill(taken.begin(), taken.end(), 0);
    std::fill_n(taken.begin(), size, 1);
    do {
      if (work - before >= kMostWork) {
        shown = fallback;
        return;
      }
      for (std::size_t i = 0; i < calls.size(); ++i) shown[calls[i]] = taken[i];
      if (shows()) return;
    } while (std::prev_permutation(taken.begin(), taken.end()));
  }
  shown = fallback;
}

}  // namespace heddle::detail
