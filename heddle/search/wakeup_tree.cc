#include "heddle/search/wakeup_tree.h"

namespace heddle {

bool insert(WakeupForest& forest, Sequence& sequence) {
  WakeupForest* level = &forest;
  for (;;) {
    if (!sequence.has_steps()) return false;
    WakeupNode* next = nullptr;
    for (WakeupNode& node : *level) {
      const std::size_t place = sequence.place_of(node.step);
      if (place == kNotFirst) continue;
      if (place != kAbsent) sequence.erase(place);
      next = &node;
      break;
    }
    if (!next) break;
    if (next->children.empty()) return false;  // everything is explored from there
    level = &next->children;
  }
  for (const SearchEvent& item : sequence.planned()) {
    if (item.known == kNone) continue;
    sequence.keep_messages(item);
    level->push_back({item.known, {}});
    level = &level->back().children;
  }
  return true;
}

}  // namespace heddle
