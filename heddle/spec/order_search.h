// Is there an order of calls that the model explains? The search of Wing and Gong (Testing and verifying concurrent
// objects, JPDC 1993), which lets one call after the other take effect and goes back where nothing fits, with the
// memory of Lowe (Testing for linearizability, CCPE 2017): where the same calls have taken effect and the state is the
// same, the rest is the same. Two more cuts:
//   - A call that may take effect now, gives its result and changes nothing does so at once, without alternatives:
//     from any order in which it comes later it can be moved here, and nobody notices.
//   - A call that never returned and would change nothing is not tried: an order with it is one without it, too.
// It keeps its own stack, so long histories are no problem.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/base/fingerprint.h"
#include "heddle/base/hash.h"
#include "heddle/spec/lanes.h"

namespace heddle::detail {

enum class Found : std::uint8_t { yes, no, gave_up };

// What a call does in a state. `none`: with this result nothing, wherever it comes; or it never returned and does
// nothing here. `refused`: it would have another result.
enum class Effect : std::uint8_t { none, change, refused };

// What was seen: a hash table that nobody ever walks over. Configurations with equal hashes are compared.
template <class State>
class Seen {
 public:
  // False: it was there.
  bool insert(const Lanes& lanes, const State& state) {
    const std::uint64_t hash = combine(lanes.hash(), Fingerprint().add(state).low());
    if (entries_.size() * 2 >= slots_.size()) grow();
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      const std::size_t entry = slots_[at] - 1;
      if (entries_[entry].hash == hash && same(entry, lanes, state)) return false;
    }
    entries_.push_back({hash, state});
    positions_.insert(positions_.end(), lanes.positions().begin(), lanes.positions().end());
    slots_[at] = static_cast<std::uint32_t>(entries_.size());
    return true;
  }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint64_t hash;
    State state;
  };

  bool same(std::size_t entry, const Lanes& lanes, const State& state) const {
    const std::span<const std::uint32_t> mine = lanes.positions();
    const auto theirs = positions_.begin() + static_cast<std::ptrdiff_t>(entry * mine.size());
    return std::equal(mine.begin(), mine.end(), theirs) && entries_[entry].state == state;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
      std::size_t at = entries_[entry].hash & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<std::uint32_t>(entry + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // entry + 1; 0: free
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> positions_;  // of all entries
};

// `effect(before, after, item)`: what the call does in a state; `after` is set if it changes it. `goal(lanes, state)`
// is asked whenever all that must take effect has, and says whether to end there. `limit` configurations are remembered
// at most.
template <class State, class EffectOf, class Goal>
Found search_order(Lanes& lanes, const State& start, const EffectOf& effect, const Goal& goal, std::uint64_t limit) {
  struct Choice {
    std::size_t depth;  // how many had taken effect before
    std::uint32_t lane;
    State after;
  };
  std::vector<Choice> open;
  std::vector<std::uint32_t> path;  // lanes
  std::vector<std::uint32_t> ready;
  Seen<State> seen;
  std::optional<State> after;
  State state = start;
  for (;;) {
    bool dead = false;
    if (lanes.must() == 0) {
      if (goal(lanes, state)) return Found::yes;
      dead = true;
    }
    if (!dead) {
      const std::span<const std::uint32_t> now = lanes.ready();
      ready.assign(now.begin(), now.end());
      const std::size_t first = open.size();
      bool forced = false;
      for (std::size_t i = ready.size(); i-- > 0 && !forced;) {  // the last one pushed is tried first
        const std::uint32_t item = lanes.next_of(ready[i]);
        switch (effect(state, after, item)) {
          case Effect::refused:
            break;
          case Effect::none:
            if (lanes.returns(item)) {
              open.erase(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
              lanes.advance(ready[i]);
              path.push_back(ready[i]);
              forced = true;
            }
            break;
          case Effect::change:
            open.push_back({path.size(), ready[i], *std::move(after)});
            break;
        }
      }
      if (forced) continue;
      if (open.size() > first) {
        if (seen.size() >= limit) return Found::gave_up;
        if (!seen.insert(lanes, state)) open.erase(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
      }
    }
    if (open.empty()) return Found::no;
    Choice& choice = open.back();
    for (; path.size() > choice.depth; path.pop_back()) lanes.go_back(path.back());
    state = std::move(choice.after);
    lanes.advance(choice.lane);
    path.push_back(choice.lane);
    open.pop_back();
  }
}

}  // namespace heddle::detail
