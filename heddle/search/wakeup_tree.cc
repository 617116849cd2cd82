#include "heddle/search/wakeup_tree.h"

#include <algorithm>

namespace heddle {

bool insert(WakeupForest& forest, Sequence& sequence, const KnownPool& pool) {
  std::vector<std::uint32_t> alien;  // tasks of which the plan knows steps that the sequence does not have
  WakeupForest* level = &forest;
  for (;;) {
    if (!sequence.has_steps()) return false;
    WakeupNode* next = nullptr;
    for (WakeupNode& node : *level) {
      const std::uint32_t task = pool[node.step].task;
      const std::size_t place = sequence.place_of(node.step, std::find(alien.begin(), alien.end(), task) != alien.end());
      if (place == kNotFirst) continue;
      if (place == kAbsent)
        alien.push_back(task);
      else
        sequence.erase(place);
      next = &node;
      break;
    }
    if (!next) break;
    if (next->children.empty()) return false;  // everything is explored from there
    level = &next->children;
  }
  for (const SearchEvent& item : sequence.planned()) {
    if (item.known == kNone) continue;
    level->push_back({item.known, {}});
    level = &level->back().children;
  }
  return true;
}

}  // namespace heddle
