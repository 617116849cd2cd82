// Dependence: the one relation that sampling, conflict analysis, happens-before and search share.
#pragma once

#include "heddle/engine/history.h"
#include "heddle/engine/object.h"
#include "heddle/engine/operation.h"

namespace heddle {

// By access alone: may the two be dependent at an object where both touch it? Symmetric. This is all that can be said
// of operations that are only announced.
constexpr bool may_conflict(Access a, Access b) {
  switch (a) {
    case Access::read:
      return b == Access::write || b == Access::update || b == Access::add || b == Access::strike;
    case Access::add:
      return b == Access::read || b == Access::write || b == Access::update || b == Access::visit;
    case Access::write:
    case Access::update:
      return b != Access::send && b != Access::take && b != Access::expire && b != Access::look;
    case Access::send:
      return b == Access::send || b == Access::expire || b == Access::take;
    case Access::take:
      return b == Access::send;
    case Access::expire:
      return b == Access::send;
    case Access::lock:
    case Access::unlock:
      return b == Access::lock || b == Access::unlock;
    case Access::visit:
      return b == Access::write || b == Access::update || b == Access::add;
    case Access::look:
      return b == Access::strike;
    case Access::strike:
      return b == Access::read || b == Access::write || b == Access::update || b == Access::look || b == Access::strike;
  }
  return true;
}

// Whether receives are asked if they could tell two messages apart. Off: whoever sends to one mailbox is ordered, as in
// searches before "observers"; a coarser relation, for comparison.
enum class Observers : std::uint8_t { off, on };

// Of two executed touches of one object by different tasks, a before b: could anybody tell if they were swapped?
// Mailboxes follow "observers": two sends are dependent only if the receive that took the first could have taken the
// second instead; an expired receive and a send only if the receive wanted that message.
bool dependent(const History& history, const ObjectKind& kind, const Event& a, const Touch& touch_a, const Event& b,
               const Touch& touch_b, Observers observers = Observers::on);

}  // namespace heddle
