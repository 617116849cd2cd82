#include "heddle/search/wakeup_tree.h"

namespace heddle {

Planned insert(WakeupForest& forest, Sequence& sequence, std::uint64_t budget, std::uint32_t origin) {
  WakeupForest* level = &forest;
  for (;;) {
    if (!sequence.has_steps()) return Planned::covered;
    WakeupNode* next = nullptr;
    for (WakeupNode& node : *level) {
      const std::size_t place = sequence.place_of(node.step);
      if (place == kNotFirst) {
        if (budget-- == 0) return Planned::beyond_budget;
        continue;
      }
      if (place != kAbsent) {
        sequence.erase(place);
        sequence.make_eager();  // what it makes possible now comes about before what was ahead of it
      }
      next = &node;
      break;
    }
    if (!next) break;
    if (next->children.empty()) return Planned::covered;  // everything is explored from there
    level = &next->children;
  }
  WakeupNode* last = nullptr;
  for (const SearchEvent& item : sequence.planned()) {
    if (item.known == kNone) continue;
    sequence.keep_mail(item);
    level->push_back({sequence.known(item), {}, origin});
    last = &level->back();
    level = &last->children;
  }
  last->then = sequence.last_receiver();
  return Planned::yes;
}

}  // namespace heddle
