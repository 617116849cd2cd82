#include "heddle/engine/dependence.h"

namespace heddle {
namespace {

// Was the message still to be had by this receive? It was unless an earlier receive had taken it.
bool available_to(const History& history, std::uint32_t receive, std::uint32_t message) {
  const MessageRecord& record = history.messages[message];
  return receive < record.until && (record.taken_by == kNone || record.taken_by >= receive);
}

bool sends_dependent(const History& history, const ObjectKind& kind, std::uint32_t first, std::uint32_t second) {
  const std::uint32_t observer = history.messages[first].taken_by;
  if (observer == kNone) return false;
  return available_to(history, observer, second) && kind.could_take(observer, second);
}

}  // namespace

bool dependent(const History& history, const ObjectKind& kind, const Event& a, const Touch& touch_a, const Event& b,
               const Touch& touch_b, Observers observers) {
  if (!may_conflict(touch_a.access, touch_b.access)) return false;
  const Access x = touch_a.access, y = touch_b.access;
  if (x == Access::send && y == Access::send)
    return observers == Observers::off || sends_dependent(history, kind, touch_a.detail, touch_b.detail);
  if (x == Access::expire && y == Access::send)
    return available_to(history, touch_a.detail, touch_b.detail) && kind.could_take(touch_a.detail, touch_b.detail);
  if (x == Access::send && y == Access::expire)
    return available_to(history, touch_b.detail, touch_a.detail) && kind.could_take(touch_b.detail, touch_a.detail);
  if (x == Access::send && y == Access::take) return touch_a.detail == touch_b.detail;
  if (x == Access::take || y == Access::take) return false;
  if (x == Access::write && y == Access::write && touch_a.detail != 0 && touch_a.detail == touch_b.detail) return false;
  return !kind.commute(a, touch_a, b, touch_b);
}

}  // namespace heddle
