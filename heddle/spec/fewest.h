// The fewest calls that show what is wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::detail {

inline constexpr std::uint64_t kMostWork = 200'000;  // in steps of a search

// `shown` says by call whether it is shown, and shows() whether these show it, as they do now. Leaves, of all selections of
// `calls` (and of what else is shown) that show it, one with the fewest; if that takes too long, what was shown. `work` is
// counted up by whoever is asked.
template <class Shows>
void find_fewest(std::vector<char>& shown, std::span<const std::uint32_t> calls, const std::uint64_t& work, Shows&& shows) {
  const std::vector<char> fallback = shown;
  const auto kept = std::count_if(calls.begin(), calls.end(), [&](std::uint32_t call) { return shown[call] != 0; });
  const std::uint64_t before = work;
  std::vector<char> taken(calls.size());
  for (std::ptrdiff_t size = 0; size < kept; ++size) {
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
