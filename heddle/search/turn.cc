#include "heddle/search/turn.h"

#include <algorithm>

namespace heddle {

void in_turn(const Ready& ready, TaskId last, std::vector<const Pending*>& order) {
  order.clear();
  for (std::size_t i = 0; i < ready.size(); ++i) order.push_back(&ready[i]);
  const auto passed = [last](const Pending* pending) { return last != kNoTask && pending->task < last; };
  std::sort(order.begin(), order.end(),
            [&](const Pending* a, const Pending* b) { return passed(a) != passed(b) ? passed(b) : a->task < b->task; });
}

}  // namespace heddle
